# The gateway in a small image. Build: docker build -t dealeragent .
FROM rust:1-bookworm AS build
WORKDIR /src
COPY . .
RUN cargo build --release --locked --bin dealeragent

FROM debian:bookworm-slim
RUN useradd --system --no-create-home dealeragent
COPY --from=build /src/target/release/dealeragent /usr/local/bin/dealeragent
USER dealeragent
WORKDIR /data
EXPOSE 8484
# Inside a container the gateway must listen beyond loopback; set public_url to
# the address that clients use, since other host names are refused. TLS is the
# business of what stands in front of the container.
ENTRYPOINT ["dealeragent"]
CMD ["serve", "--listen", "0.0.0.0:8484", "--behind-proxy"]
