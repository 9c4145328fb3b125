//! Which addresses are anybody's, and which lead back into somebody's house.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use ipnet::{Ipv4Net, Ipv6Net};

/// What kind of address it is (IANA special-purpose registries). All but
/// [`AddressClass::Public`] are refused unless the policy names them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum AddressClass {
    /// An address of the public Internet.
    Public,
    /// A private network.
    Private,
    /// This machine.
    Loopback,
    /// This link.
    LinkLocal,
    /// A provider's shared network (CGNAT).
    Shared,
    /// A group of machines.
    Multicast,
    /// No address at all; systems take it for this machine.
    Unspecified,
    /// Reserved for examples.
    Documentation,
    /// Where a cloud hands its machines their credentials.
    CloudMetadata,
    /// Set aside for other uses, or not given out.
    Reserved,
}

impl AddressClass {
    /// The class in a sentence: `a private address`.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Public => "a public address",
            Self::Private => "a private address",
            Self::Loopback => "this machine's own address",
            Self::LinkLocal => "a link-local address",
            Self::Shared => "an address of a provider's shared network",
            Self::Multicast => "a multicast address",
            Self::Unspecified => "the unspecified address",
            Self::Documentation => "an address reserved for documentation",
            Self::CloudMetadata => "a cloud metadata address",
            Self::Reserved => "a reserved address",
        }
    }
}

const fn v4(a: u8, b: u8, c: u8, d: u8, prefix: u8) -> Ipv4Net {
    Ipv4Net::new_assert(Ipv4Addr::new(a, b, c, d), prefix)
}

const fn v6(segments: [u16; 8], prefix: u8) -> Ipv6Net {
    let [a, b, c, d, e, f, g, h] = segments;
    Ipv6Net::new_assert(Ipv6Addr::new(a, b, c, d, e, f, g, h), prefix)
}

/// First match counts, so the single addresses stand first.
const V4: [(Ipv4Net, AddressClass); 22] = [
    (v4(169, 254, 169, 254, 32), AddressClass::CloudMetadata),
    (v4(169, 254, 170, 2, 32), AddressClass::CloudMetadata),
    (v4(169, 254, 170, 23, 32), AddressClass::CloudMetadata),
    (v4(100, 100, 100, 200, 32), AddressClass::CloudMetadata),
    (v4(192, 0, 0, 192, 32), AddressClass::CloudMetadata),
    (v4(168, 63, 129, 16, 32), AddressClass::CloudMetadata),
    (v4(0, 0, 0, 0, 8), AddressClass::Unspecified),
    (v4(10, 0, 0, 0, 8), AddressClass::Private),
    (v4(172, 16, 0, 0, 12), AddressClass::Private),
    (v4(192, 168, 0, 0, 16), AddressClass::Private),
    (v4(127, 0, 0, 0, 8), AddressClass::Loopback),
    (v4(169, 254, 0, 0, 16), AddressClass::LinkLocal),
    (v4(100, 64, 0, 0, 10), AddressClass::Shared),
    (v4(192, 0, 2, 0, 24), AddressClass::Documentation),
    (v4(198, 51, 100, 0, 24), AddressClass::Documentation),
    (v4(203, 0, 113, 0, 24), AddressClass::Documentation),
    (v4(233, 252, 0, 0, 24), AddressClass::Documentation),
    (v4(224, 0, 0, 0, 4), AddressClass::Multicast),
    (v4(192, 0, 0, 0, 24), AddressClass::Reserved),
    (v4(192, 88, 99, 0, 24), AddressClass::Reserved),
    (v4(198, 18, 0, 0, 15), AddressClass::Reserved),
    (v4(240, 0, 0, 0, 4), AddressClass::Reserved),
];

/// Likewise. What lies outside of 2000::/3 and matches nothing is reserved.
const V6: [(Ipv6Net, AddressClass); 14] = [
    (v6([0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x254], 128), AddressClass::CloudMetadata),
    (v6([0xfd20, 0xce, 0, 0, 0, 0, 0, 0x254], 128), AddressClass::CloudMetadata),
    (v6([0, 0, 0, 0, 0, 0, 0, 1], 128), AddressClass::Loopback),
    (v6([0, 0, 0, 0, 0, 0, 0, 0], 128), AddressClass::Unspecified),
    (v6([0xfc00, 0, 0, 0, 0, 0, 0, 0], 7), AddressClass::Private),
    (v6([0xfec0, 0, 0, 0, 0, 0, 0, 0], 10), AddressClass::Private),
    (v6([0xfe80, 0, 0, 0, 0, 0, 0, 0], 10), AddressClass::LinkLocal),
    (v6([0xff00, 0, 0, 0, 0, 0, 0, 0], 8), AddressClass::Multicast),
    (v6([0x2001, 0xdb8, 0, 0, 0, 0, 0, 0], 32), AddressClass::Documentation),
    (v6([0x3fff, 0, 0, 0, 0, 0, 0, 0], 20), AddressClass::Documentation),
    // Teredo, benchmarking, ORCHID: tunnels and identifiers, no servers.
    (v6([0x2001, 0, 0, 0, 0, 0, 0, 0], 23), AddressClass::Reserved),
    // 6to4 carries an IPv4 address behind a relay that nobody runs any more.
    (v6([0x2002, 0, 0, 0, 0, 0, 0, 0], 16), AddressClass::Reserved),
    (v6([0x5f00, 0, 0, 0, 0, 0, 0, 0], 16), AddressClass::Reserved),
    (v6([0x2000, 0, 0, 0, 0, 0, 0, 0], 3), AddressClass::Public),
];

/// IPv4-mapped, IPv4-compatible, NAT64 (well-known and local use).
const EMBEDDING: [Ipv6Net; 4] = [
    v6([0, 0, 0, 0, 0, 0xffff, 0, 0], 96),
    v6([0, 0, 0, 0, 0, 0, 0, 0], 96),
    v6([0x64, 0xff9b, 0, 0, 0, 0, 0, 0], 96),
    v6([0x64, 0xff9b, 1, 0, 0, 0, 0, 0], 96),
];

/// The address that is reached in the end: an IPv4 address that is written
/// inside an IPv6 one stands for itself.
#[must_use]
pub(crate) fn effective(address: IpAddr) -> IpAddr {
    let IpAddr::V6(outer) = address else { return address };
    let [.., c, d] = outer.segments();
    let is_own = outer.is_loopback() || outer.is_unspecified();
    if is_own || !EMBEDDING.iter().any(|network| network.contains(&outer)) {
        return address;
    }
    let [a, b] = c.to_be_bytes();
    let [c, d] = d.to_be_bytes();
    IpAddr::V4(Ipv4Addr::new(a, b, c, d))
}

/// What kind of address it is.
#[must_use]
pub(crate) fn classify(address: IpAddr) -> AddressClass {
    match effective(address) {
        IpAddr::V4(inner) => {
            let found = V4.iter().find(|(network, _)| network.contains(&inner));
            found.map_or(AddressClass::Public, |(_, class)| *class)
        }
        IpAddr::V6(outer) => {
            let found = V6.iter().find(|(network, _)| network.contains(&outer));
            found.map_or(AddressClass::Reserved, |(_, class)| *class)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_told_apart() {
        use AddressClass as C;
        for (text, class) in [
            ("8.8.8.8", C::Public),
            ("2606:4700::1111", C::Public),
            ("10.1.2.3", C::Private),
            ("172.31.255.255", C::Private),
            ("172.32.0.0", C::Public),
            ("192.168.0.1", C::Private),
            ("127.255.0.1", C::Loopback),
            ("0.0.0.0", C::Unspecified),
            ("0.1.2.3", C::Unspecified),
            ("169.254.1.1", C::LinkLocal),
            ("169.254.169.254", C::CloudMetadata),
            ("100.64.0.1", C::Shared),
            ("100.100.100.200", C::CloudMetadata),
            ("100.128.0.1", C::Public),
            ("192.0.0.8", C::Reserved),
            ("192.0.2.1", C::Documentation),
            ("198.19.255.255", C::Reserved),
            ("224.0.0.1", C::Multicast),
            ("255.255.255.255", C::Reserved),
            ("::1", C::Loopback),
            ("::", C::Unspecified),
            ("fe80::1", C::LinkLocal),
            ("fec0::1", C::Private),
            ("fdff::1", C::Private),
            ("fd00:ec2::254", C::CloudMetadata),
            ("ff02::1", C::Multicast),
            ("2001:db8::1", C::Documentation),
            ("2001::1", C::Reserved),
            ("2002:7f00:1::", C::Reserved),
            ("4000::1", C::Reserved),
            ("::ffff:127.0.0.1", C::Loopback),
            ("::ffff:8.8.8.8", C::Public),
            ("::127.0.0.1", C::Loopback),
            ("::a9fe:a9fe", C::CloudMetadata),
            ("64:ff9b::10.0.0.1", C::Private),
            ("64:ff9b:1::169.254.169.254", C::CloudMetadata),
            ("64:ff9b::8.8.8.8", C::Public),
        ] {
            assert_eq!(classify(text.parse().unwrap()), class, "{text}");
        }
    }
}
