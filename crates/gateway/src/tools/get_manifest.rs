//! `dealeragent.discovery.get_manifest`.

use dealeragent_protocol::{
    error::ErrorCode,
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

    async fn run(call: &Call<'_>, permit: &Permit<Self>, input: &ManifestRequest) -> Result<Answer, Failure> {
        let view = call.gateway.view(call.site, call.context);
        let view = match input.organization_id {
            Some(_) => {
                let hidden = || Failure::new(ErrorCode::ResourceNotFound, "the caller sees none of its rooftops");
                view.only(&permit.dealer()?.organization_id).ok_or_else(hidden)?
            }
            None => view,
        };
        let manifest = manifest::build(&view)?;
        let summary = en::manifest_summary(&manifest, view.tools().is_core(), view.is_synthetic());
        Answer::of(&manifest, summary)
    }
}
