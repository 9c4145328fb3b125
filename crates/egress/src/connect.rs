//! Connections that speak something else than HTTP.

use std::net::{IpAddr, SocketAddr};

use tokio::{net::TcpStream, time::timeout};
use url::Host;

use crate::{Egress, EgressError, resolve::Unresolved};

impl Egress {
    /// Connects to `host` (a name or an address, without a port) by the rules
    /// that HTTP requests keep: each address is checked before it is called,
    /// and only those that were checked are called. All of it has the policy's
    /// `connect_timeout`. What is spoken then, and for how long, is the caller's.
    ///
    /// # Errors
    /// [`EgressError`]: no such host, an address that may not be called, or no
    /// connection.
    pub async fn connect(&self, host: &str, port: u16) -> Result<TcpStream, EgressError> {
        let after = self.policy().connect_timeout;
        let connected = timeout(after, self.connect_to_any(host, port)).await;
        connected.unwrap_or_else(|_| Err(EgressError::TimedOut { host: host.to_owned(), after }))
    }

    async fn connect_to_any(&self, host: &str, port: u16) -> Result<TcpStream, EgressError> {
        for address in self.addresses(host).await? {
            if let Ok(stream) = TcpStream::connect(SocketAddr::new(address, port)).await {
                return Ok(stream);
            }
        }
        Err(EgressError::Unreachable { host: host.to_owned() })
    }

    async fn addresses(&self, text: &str) -> Result<Vec<IpAddr>, EgressError> {
        // An address in brackets or not, in whatever spelling.
        let host = match text.parse::<IpAddr>() {
            Ok(address) => Ok(address),
            Err(_) => match Host::parse(text) {
                Ok(Host::Ipv4(address)) => Ok(address.into()),
                Ok(Host::Ipv6(address)) => Ok(address.into()),
                Ok(Host::Domain(name)) => Err(name),
                Err(_) => return Err(EgressError::InvalidUrl { host: text.to_owned() }),
            },
        };
        match host {
            Ok(address) => {
                let host = address.to_string();
                let checked = self.policy().check_address(&host, address);
                checked.map(|()| vec![address]).map_err(|class| EgressError::AddressRefused { host, class })
            }
            Err(name) => {
                let host = name.trim_end_matches('.').to_owned();
                self.resolver().allowed(&name).await.map_err(|error| match error {
                    Unresolved::NotFound => EgressError::NameNotFound { host },
                    Unresolved::Refused(class) => EgressError::AddressRefused { host, class },
                })
            }
        }
    }
}
