// The person at the browser: signs in and agrees, through the server's own
// forms, and is sent back to the client.
//
// As a program: `node person.mjs ADDRESS REDIRECT-URI` prints with what query.

import { fileURLToPath } from 'node:url';

const MOST_PAGES = 12;

/** Follows an authorization address to the end; the parameters that the client gets. */
export async function signIn(address, redirectUri, name = 'shopper') {
  const jar = new Map();
  let next = new URL(address);
  let form;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    if (`${next.origin}${next.pathname}` === redirectUri) return next.searchParams;
    const response = await visit(next, jar, form);
    form = undefined;
    if (response.status >= 300 && response.status < 400) {
      next = new URL(response.headers.get('location'), next);
      continue;
    }
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${next} answered ${response.status}: ${text}`);
    ({ next, form } = filledIn(text, next, name));
  }
  throw new Error('the pages for signing in do not end');
}

async function visit(url, jar, form) {
  const headers = { cookie: [...jar].map(([key, value]) => `${key}=${value}`).join('; ') };
  const method = form ? 'POST' : 'GET';
  const response = await fetch(url, { method, headers, body: form, redirect: 'manual' });
  for (const line of response.headers.getSetCookie()) {
    const [, key, value] = /^([^=]+)=([^;]*)/.exec(line);
    if (value === '') jar.delete(key);
    else jar.set(key, value);
  }
  return response;
}

/** The page's one form, as a person would fill it in. */
function filledIn(page, base, name) {
  const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1];
  const prompt = /name="prompt" value="(login|consent)"/.exec(page)?.[1];
  if (!action || !prompt) throw new Error(`no form to sign in or to agree: ${page}`);
  const form = new URLSearchParams({ prompt });
  if (prompt === 'login') {
    form.set('login', name);
    form.set('password', 'any');
  }
  return { next: new URL(action, base), form };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [address, redirectUri] = process.argv.slice(2);
  console.log(String(await signIn(address, redirectUri)));
}
