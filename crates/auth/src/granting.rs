//! From checked claims to a grant.

use std::{collections::BTreeSet, sync::Arc};

use dealeragent_gateway::{CredentialId, Delegation, DelegationId, Delegations, Grant, Reach, Subject, Tenancy};
use dealeragent_protocol::{
    tool::Profile,
    tools::verify_availability::Purpose,
    values::{OrganizationId, RooftopId, Scope, Text, Timestamp},
};
use serde_json::{Map, Value};

use crate::{ClaimPath, GrantLine, IssuerSettings, Rejected, cache::TokenDigest, token::Registered};

type Claims = Map<String, Value>;

/// More of them acted for each other than anybody can account for.
const MOST_ACTORS: usize = 8;

/// A grant with the record that it leans on.
pub(crate) struct Granted {
    pub(crate) grant: Arc<Grant>,
    /// As recorded.
    pub(crate) delegation: Option<Delegation>,
    /// What revocation is asked about.
    pub(crate) credential: CredentialId,
}

/// The delegation of that id, if it stands and is this subject's.
pub(crate) fn standing_delegation(
    records: &dyn Delegations,
    id: &DelegationId,
    subject: &Subject,
    now: Timestamp,
) -> Result<Delegation, Rejected> {
    let found = records.find(id).map_err(|_| Rejected::RecordsUnavailable)?;
    let delegation = found.ok_or(Rejected::DelegationUnknown)?;
    if delegation.grantee != *subject {
        return Err(Rejected::DelegationNotTheirs);
    }
    if delegation.expires_at <= now { Err(Rejected::DelegationExpired) } else { Ok(delegation) }
}

/// What a grant is made from.
pub(crate) struct Granting<'a> {
    pub(crate) settings: &'a IssuerSettings,
    pub(crate) claims: &'a Claims,
    pub(crate) token: TokenDigest,
    pub(crate) delegations: &'a dyn Delegations,
    pub(crate) now: Timestamp,
}

impl Granting<'_> {
    pub(crate) fn grant(&self, registered: Registered) -> Result<Granted, Rejected> {
        let mapping = &self.settings.mapping;
        let client = self.text(mapping.client.as_ref(), "client")?;
        let subject = self.subject(client)?;
        let carried = self.parsed(mapping.organization.as_ref(), "organization", OrganizationId::parse)?;
        let line = self.settings.grants.iter().find(|line| line.fits(subject.as_str(), client, carried.as_ref()));
        let organization = carried.or_else(|| line.map(|line| line.organization.clone()));
        let may_speak_for = |organization: &OrganizationId| {
            self.settings.organizations.as_ref().is_none_or(|allowed| allowed.contains(organization))
        };
        // What its issuer has no say in, a token covers as little as one that
        // names another dealer: nothing.
        let organization = organization.filter(may_speak_for);
        let (rooftops, delegation) = self.reach(line, &subject)?;
        let mut scopes = self.scopes(line)?;
        if let Some(delegation) = &delegation {
            scopes.retain(|scope| delegation.scopes.contains(scope));
        }
        let credential = match self.claim("jti")? {
            Some(id) => CredentialId::parse(id).map_err(|_| Rejected::ClaimInvalid("jti"))?,
            None => CredentialId::bounded(&self.token.to_credential_name()),
        };
        let grant = Grant {
            client: client.map(Subject::parse).transpose().map_err(|_| Rejected::ClaimInvalid("client"))?,
            issuer: self.settings.issuer.clone(),
            credential: Some(credential.clone()),
            audience: registered.audience,
            tenancy: organization
                .map(|organization| Tenancy { organization, reach: reach(rooftops, delegation.as_ref()) }),
            scopes,
            profiles: self
                .named(mapping.profiles.as_ref(), "profiles", Profile::from_word)?
                .or_else(|| line?.profiles.clone()),
            purposes: self
                .named(mapping.purposes.as_ref(), "purposes", Purpose::from_word)?
                .or_else(|| line?.purposes.clone()),
            expires_at: registered.expires_at,
            actors: actors(self.claims)?,
            subject,
        };
        Ok(Granted { grant: Arc::new(grant), delegation, credential })
    }

    /// `sub`. An introspection may leave it out for a client that acts for
    /// itself; then it is the client.
    fn subject(&self, client: Option<&str>) -> Result<Subject, Rejected> {
        let named = self.claim("sub")?;
        let acting = client.filter(|_| self.settings.introspection().is_some());
        let subject = named.or(acting).ok_or(Rejected::ClaimMissing("sub"))?;
        Subject::parse(subject).map_err(|_| Rejected::ClaimInvalid("sub"))
    }

    /// Rooftops and delegation: the token's, or where it has neither, the
    /// line's.
    fn reach(
        &self,
        line: Option<&GrantLine>,
        subject: &Subject,
    ) -> Result<(Option<BTreeSet<RooftopId>>, Option<Delegation>), Rejected> {
        let mapping = &self.settings.mapping;
        let mut rooftops = None;
        if let Some(words) = self.words(mapping.rooftops.as_ref(), "rooftops")? {
            let all: Result<_, _> = words.into_iter().map(RooftopId::parse).collect();
            rooftops = Some(all.map_err(|_| Rejected::ClaimInvalid("rooftops"))?);
        }
        let mut id = self.parsed(mapping.delegation.as_ref(), "delegation", |id| DelegationId::parse(id))?;
        if rooftops.is_none() && id.is_none() {
            rooftops = line.map(|line| line.rooftops.clone()).filter(|rooftops| !rooftops.is_empty());
            id = line.and_then(|line| line.delegation.clone());
        }
        let find = |id: &DelegationId| standing_delegation(self.delegations, id, subject, self.now);
        Ok((rooftops, id.as_ref().map(find).transpose()?))
    }

    /// The scopes of the protocol; others are somebody else's business.
    fn scopes(&self, line: Option<&GrantLine>) -> Result<BTreeSet<Scope>, Rejected> {
        let mapping = &self.settings.mapping;
        for path in &mapping.scopes {
            if let Some(words) = path.words(self.claims, "scope")? {
                let known = |word| mapping.scope_names.get(word).cloned().or_else(|| Scope::parse(word).ok());
                return Ok(words.into_iter().filter_map(known).collect());
            }
        }
        Ok(line.map(|line| line.scopes.clone()).unwrap_or_default())
    }

    /// Those of the protocol's words that are there; others narrow as they are,
    /// to nothing that we know.
    fn named<T: Ord>(
        &self,
        path: Option<&ClaimPath>,
        name: &'static str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<Option<BTreeSet<T>>, Rejected> {
        Ok(self.words(path, name)?.map(|words| words.into_iter().filter_map(read).collect()))
    }

    fn parsed<T, E>(
        &self,
        path: Option<&ClaimPath>,
        name: &'static str,
        parse: impl Fn(&str) -> Result<T, E>,
    ) -> Result<Option<T>, Rejected> {
        self.text(path, name)?.map(parse).transpose().map_err(|_| Rejected::ClaimInvalid(name))
    }

    fn text(&self, path: Option<&ClaimPath>, name: &'static str) -> Result<Option<&str>, Rejected> {
        path.map_or(Ok(None), |path| path.text(self.claims, name))
    }

    fn words(&self, path: Option<&ClaimPath>, name: &'static str) -> Result<Option<Vec<&str>>, Rejected> {
        path.map_or(Ok(None), |path| path.words(self.claims, name))
    }

    fn claim(&self, name: &'static str) -> Result<Option<&str>, Rejected> {
        match self.claims.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(Rejected::ClaimInvalid(name)),
        }
    }
}

/// Where a token names rooftops beside its delegation, it reaches those that are
/// in both.
fn reach(rooftops: Option<BTreeSet<RooftopId>>, delegation: Option<&Delegation>) -> Reach {
    match (delegation, rooftops) {
        (None, rooftops) => Reach::Rooftops(rooftops.unwrap_or_default()),
        (Some(delegation), None) => Reach::Delegated(delegation.clone()),
        (Some(delegation), Some(named)) => {
            let both = delegation.rooftops.intersection(&named).cloned().collect();
            Reach::Delegated(Delegation { rooftops: both, ..delegation.clone() })
        }
    }
}

/// `act` (RFC 8693 section 4.1), outermost first.
fn actors(claims: &Claims) -> Result<Vec<Subject>, Rejected> {
    let invalid = || Rejected::ClaimInvalid("act");
    let mut found = Vec::new();
    let mut next = claims.get("act");
    while let Some(actor) = next {
        let subject = actor.get("sub").and_then(Value::as_str).ok_or_else(invalid)?;
        found.push(Text::parse(subject).map_err(|_| invalid())?);
        if found.len() > MOST_ACTORS {
            return Err(invalid());
        }
        next = actor.get("act");
    }
    Ok(found)
}
