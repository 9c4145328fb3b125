//! `dealeragent.discovery.get_manifest`.

use dealeragent_protocol::{
    tools::get_manifest::{GetManifest, ManifestRequest},
    wording::en,
};

use crate::{
    Answer, Failure, Permit, Target,
    call::{Call, GatewayTool},
    manifest,
};

impl GatewayTool for GetManifest {
    fn target(input: &ManifestRequest) -> Target<'_> {
        match &input.organization_id {
            Some(organization) => Target::Organization(Some(organization), None),
            None => Target::Site,
        }
    }

    fn run(call: &Call<'_>, permit: &Permit<Self>, input: &ManifestRequest) -> Result<Answer, Failure> {
        let only = match input.organization_id {
            Some(_) => Some(&**permit.dealer()?),
            None => None,
        };
        let manifest = manifest::build(call.site, only, call.context.now)?;
        let declaration = only.map_or(call.site.declaration(), |dealer| &dealer.declaration);
        let synthetic = only.map_or(call.site.is_synthetic(), |dealer| dealer.synthetic);
        let summary = en::manifest_summary(&manifest, declaration.is_core(), synthetic);
        Answer::of(&manifest, summary)
    }
}
