// The official client as a host would use it: it keeps what it was given, sends
// its person to sign in, and goes on with what it was doing.

import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';

import { CLIENT_INFO } from '../lib/session.mjs';
import { signIn } from './person.mjs';

const REDIRECT_URI = 'http://127.0.0.1:9/callback';

/** Keeps everything in memory, and sends the person to the address that it is given. */
export class Keeper {
  #kept = {};
  #states = 0;
  /** Every address to which the person was sent. */
  visits = [];
  /** What the person came back with, not yet redeemed. */
  returned;

  redirectUrl = REDIRECT_URI;
  clientMetadata = {
    client_name: CLIENT_INFO.name,
    redirect_uris: [REDIRECT_URI],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };

  state = () => `state-${(this.#states += 1)}`;
  clientInformation = () => this.#kept.client;
  saveClientInformation = (client) => {
    this.#kept.client = client;
  };
  tokens = () => this.#kept.tokens;
  saveTokens = (tokens) => {
    this.#kept.tokens = tokens;
  };
  codeVerifier = () => this.#kept.verifier;
  saveCodeVerifier = (verifier) => {
    this.#kept.verifier = verifier;
  };
  discoveryState = () => this.#kept.discovery;
  saveDiscoveryState = (state) => {
    this.#kept.discovery = state;
  };
  redirectToAuthorization = async (address) => {
    this.visits.push(address);
    this.returned = await signIn(address, REDIRECT_URI);
  };
}

/**
 * A client of one gateway. `requests` has every request that it made, as
 * `{ method, url, status, body, challenge }`.
 */
export class SignedInClient {
  requests = [];
  #url;
  #options;
  #provider;
  #client;
  #transport;

  constructor(url, provider, options) {
    this.#url = new URL(url);
    this.#provider = provider;
    this.#options = options;
  }

  async connect() {
    await this.#untilSignedIn(() => {
      // A transport that was refused is not used again.
      const fetch = (input, init) => this.#recorded(input, init);
      this.#transport = new StreamableHTTPClientTransport(this.#url, { authProvider: this.#provider, fetch });
      this.#client = new Client(CLIENT_INFO, this.#options);
      return this.#client.connect(this.#transport);
    });
    return this;
  }

  call(name, args) {
    return this.#untilSignedIn(() => this.#client.callTool({ name, arguments: args }));
  }

  get revision() {
    return this.#client.getNegotiatedProtocolVersion();
  }

  close() {
    return this.#client.close();
  }

  /** Once more, after the person came back. */
  async #untilSignedIn(action) {
    try {
      return await action();
    } catch (error) {
      const returned = this.#provider.returned;
      if (!(error instanceof UnauthorizedError) || !returned) throw error;
      this.#provider.returned = undefined;
      await this.#transport.finishAuth(returned);
      return action();
    }
  }

  async #recorded(input, init = {}) {
    const response = await fetch(input, init);
    this.requests.push({
      method: init.method ?? 'GET',
      url: String(input),
      status: response.status,
      body: init.body === undefined ? undefined : String(init.body),
      challenge: response.headers.get('www-authenticate') ?? undefined,
    });
    return response;
  }
}
