// The installed Chromium, driven from outside.

import { chromium } from 'playwright-core';

export const SIZES = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 900 },
};
export const SCHEMES = ['light', 'dark'];

const FLAGS = [
  // Containers and root cannot use the sandbox; only our own pages are opened.
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-proxy-server',
];

export function launch() {
  const executablePath = process.env.CHROMIUM;
  if (!executablePath) throw new Error('CHROMIUM is not set; run scripts/browser-test');
  return chromium.launch({ executablePath, args: FLAGS, headless: true });
}

/**
 * Opens a page as a person without JavaScript sees it, and notes everything that
 * it asks for or complains about.
 */
export async function open(browser, url, { size = 'desktop', scheme = 'light' } = {}) {
  const context = await browser.newContext({
    viewport: SIZES[size],
    colorScheme: scheme,
    javaScriptEnabled: false,
    isMobile: size === 'phone',
    hasTouch: size === 'phone',
  });
  const page = await context.newPage();
  const requests = [];
  const complaints = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  const response = await page.goto(url);
  return { page, context, response, requests, complaints };
}
