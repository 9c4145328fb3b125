//! One call, in the order that architecture.md fixes: admission, arguments,
//! permit, tool.

use std::{
    future::Future,
    panic::{AssertUnwindSafe, catch_unwind},
};

use dealeragent_inventory::Snapshot;
use dealeragent_protocol::{
    error::ErrorCode,
    intake::{BrokenSchema, Intake},
    tool::{NamedTool, Tool, Unimplemented},
    tools::{
        ToolContract, dealer_get::DealerGet, get_disclosure::GetDisclosure, get_manifest::GetManifest,
        get_used_vehicle_details::GetUsedVehicleDetails, get_vehicle::GetVehicle, search::Search,
        verify_availability::VerifyAvailability,
    },
};
use futures_util::FutureExt as _;
use serde_json::Value;

use crate::{
    Answer, Failure, Gateway, Permit, RequestContext, Site, Target, ToolClass, audit::Seen, policy::Policy,
    readiness::Readiness,
};

/// A tool as the gateway runs it.
pub(crate) trait GatewayTool: ToolContract {
    /// What the arguments are about; read before anything is looked up.
    fn target(input: &Self::Input) -> Target<'_>;

    /// Runs the tool. Only here is the inventory open, and only with a permit.
    fn run(
        call: &Call<'_>,
        permit: &Permit<Self>,
        input: &Self::Input,
    ) -> impl Future<Output = Result<Answer, Failure>> + Send
    where
        Self: Sized;
}

/// What a tool may use.
pub(crate) struct Call<'a> {
    pub(crate) gateway: &'a Gateway,
    pub(crate) site: &'a Site,
    pub(crate) context: &'a RequestContext,
}

impl<'a> Call<'a> {
    fn policy(&'a self, snapshot: &'a Snapshot) -> Policy<'a> {
        Policy {
            site: self.site,
            context: self.context,
            refusals: self.gateway.refusals(),
            readiness: Readiness::of(snapshot),
        }
    }
}

/// One intake per tool, compiled once.
pub(crate) struct Intakes {
    get_manifest: Intake<<GetManifest as ToolContract>::Input>,
    dealer_get: Intake<<DealerGet as ToolContract>::Input>,
    search: Intake<<Search as ToolContract>::Input>,
    get_vehicle: Intake<<GetVehicle as ToolContract>::Input>,
    verify_availability: Intake<<VerifyAvailability as ToolContract>::Input>,
    get_disclosure: Intake<<GetDisclosure as ToolContract>::Input>,
    get_used_vehicle_details: Intake<<GetUsedVehicleDetails as ToolContract>::Input>,
}

impl Intakes {
    pub(crate) fn new() -> Result<Self, BrokenSchema> {
        Ok(Self {
            get_manifest: Intake::lenient()?,
            dealer_get: Intake::lenient()?,
            search: Intake::lenient()?,
            get_vehicle: Intake::lenient()?,
            verify_availability: Intake::lenient()?,
            get_disclosure: Intake::lenient()?,
            get_used_vehicle_details: Intake::lenient()?,
        })
    }
}

/// Finds the tool's code. The match has no wildcard: a new tool does not
/// compile until it is here.
pub(crate) async fn dispatch(
    gateway: &Gateway,
    intakes: &Intakes,
    site: &Site,
    context: &RequestContext,
    tool: Tool,
    arguments: Value,
) -> Result<Answer, Failure> {
    let call = Call { gateway, site, context };
    match tool {
        Tool::GetManifest => run::<GetManifest>(&call, &intakes.get_manifest, arguments).await,
        Tool::DealerGet => run::<DealerGet>(&call, &intakes.dealer_get, arguments).await,
        Tool::Search => run::<Search>(&call, &intakes.search, arguments).await,
        Tool::GetVehicle => run::<GetVehicle>(&call, &intakes.get_vehicle, arguments).await,
        Tool::VerifyAvailability => run::<VerifyAvailability>(&call, &intakes.verify_availability, arguments).await,
        Tool::GetDisclosure => run::<GetDisclosure>(&call, &intakes.get_disclosure, arguments).await,
        Tool::GetUsedVehicleDetails => {
            run::<GetUsedVehicleDetails>(&call, &intakes.get_used_vehicle_details, arguments).await
        }
    }
}

async fn run<T: GatewayTool>(call: &Call<'_>, intake: &Intake<T::Input>, arguments: Value) -> Result<Answer, Failure> {
    let mut seen = Seen::default();
    let tried = AssertUnwindSafe(attempt::<T>(call, intake, arguments, &mut seen)).catch_unwind().await;
    let outcome = tried.unwrap_or_else(|_| Err(panicked()));
    settle(call, T::TOOL.into(), seen, outcome).await
}

/// A tool of the protocol that is not implemented here: a refusal like any
/// other, written down under the protocol's name for it.
pub(crate) async fn unimplemented(
    gateway: &Gateway,
    site: &Site,
    context: &RequestContext,
    tool: Unimplemented,
    arguments: &Value,
) -> Result<Answer, Failure> {
    // As cheap as a read, and written down: bounded like one.
    let taken = gateway.rates().take(context, ToolClass::Read);
    let unsupported = || Failure::new(ErrorCode::CapabilityUnsupported, "the tool is not implemented");
    let refused = taken.err().unwrap_or_else(unsupported);
    let mut seen = Seen::default();
    seen.name(site, arguments);
    settle(&Call { gateway, site, context }, NamedTool::NotImplemented(tool), seen, Err(refused)).await
}

/// Runs what may panic, so that a panic is a failure that is written down like
/// any other. Its payload may hold anything, and is let go of unread. Nothing
/// is left half changed: a call only reads, from snapshots that do not change.
fn caught(run: impl FnOnce() -> Result<Answer, Failure>) -> Result<Answer, Failure> {
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|_| Err(panicked()))
}

fn panicked() -> Failure {
    Failure::new(ErrorCode::Internal, "the tool panicked")
}

/// What is not a tool's own work, under the permit and the audit of one.
pub(crate) async fn permitted<T: ToolContract>(
    gateway: &Gateway,
    site: &Site,
    context: &RequestContext,
    target: Target<'_>,
    make: impl FnOnce(&Permit<T>) -> Result<Answer, Failure>,
) -> Result<Answer, Failure> {
    let call = Call { gateway, site, context };
    let mut seen = Seen::default();
    let outcome = caught(|| {
        gateway.rates().take(context, ToolClass::of(T::TOOL))?;
        permit::<T>(&call, target, &mut seen).and_then(|permit| make(&permit))
    });
    settle(&call, T::TOOL.into(), seen, outcome).await
}

/// Writes the call down, and lets its answer go.
async fn settle(
    call: &Call<'_>,
    tool: NamedTool,
    seen: Seen,
    outcome: Result<Answer, Failure>,
) -> Result<Answer, Failure> {
    let (shown, failure) = match &outcome {
        Ok(answer) => (answer.resource_ids.as_slice(), None),
        Err(failure) => (&[][..], Some(failure)),
    };
    call.gateway.recorder().settle(call.context, tool, seen, shown, failure).await?;
    outcome
}

async fn attempt<T: GatewayTool>(
    call: &Call<'_>,
    intake: &Intake<T::Input>,
    arguments: Value,
    seen: &mut Seen,
) -> Result<Answer, Failure> {
    let admitted = call.gateway.rates().take(call.context, ToolClass::of(T::TOOL)).and_then(|rate| {
        call.policy(&call.gateway.snapshot()).admit(T::TOOL)?;
        Ok(rate)
    });
    let rate = admitted.inspect_err(|_| seen.name(call.site, &arguments))?;
    let input = match intake.read_plain(&arguments, T::check_between_fields) {
        Some(input) => input,
        None => {
            seen.name(call.site, &arguments);
            intake.read(arguments, T::check_between_fields).map_err(Failure::validation)?
        }
    };
    let permit = permit::<T>(call, T::target(&input), seen)?;
    let mut answer = T::run(call, &permit, &input).await?;
    answer.rate = rate;
    answer.notices.synthetic = permit.dealer().map_or(call.site.is_synthetic(), |dealer| dealer.synthetic);
    Ok(answer)
}

/// Asks policy, and makes sure that what it allows can be written down.
fn permit<T: ToolContract>(call: &Call<'_>, target: Target<'_>, seen: &mut Seen) -> Result<Permit<T>, Failure> {
    seen.aim(call.site, target);
    let permit = call.policy(&call.gateway.snapshot()).authorize::<T>(target)?;
    seen.note(&permit);
    call.gateway.recorder().check(seen)?;
    Ok(permit)
}
