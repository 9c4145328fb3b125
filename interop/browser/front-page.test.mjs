// The front page in a real browser: phone and desktop, light and dark, one dealer
// and a group of forty rooftops, without JavaScript.

import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { SCHEMES, SIZES, launch, open } from './browser.mjs';
import { faintTexts, headingLevels, isInWindow, looksLike, lowTargets, overflow } from './seen.mjs';

const PAGES = { demo: process.env.DEALERAGENT_URL, many: process.env.DEALERAGENT_MANY_URL };
const SHOTS = process.env.DEALERAGENT_SHOTS;

let browser;
before(async () => {
  browser = await launch();
  if (SHOTS) mkdirSync(SHOTS, { recursive: true });
});
after(() => browser?.close());

/** Opens a page for a test, and closes it whatever happens. */
async function look(url, options, see) {
  const opened = await open(browser, `${url}/`, options);
  try {
    await see(opened);
  } finally {
    await opened.context.close();
  }
}

for (const [name, url] of Object.entries(PAGES)) {
  for (const size of Object.keys(SIZES)) {
    for (const scheme of SCHEMES) {
      test(`${name}, ${size}, ${scheme}: fits, reads well, loads nothing else`, async () => {
        await look(url, { size, scheme }, async ({ page, response, requests, complaints }) => {
          assert.equal(response.status(), 200);
          const path = SHOTS && join(SHOTS, `${name}-${size}-${scheme}.png`);
          const picture = await page.screenshot({ path, fullPage: true });
          const seen = await page.evaluate(looksLike, picture.toString('base64'));
          assert.equal(seen.width, SIZES[size].width, 'the picture is as wide as the window');
          assert.ok(seen.height > 600 && seen.height < 20_000, `the picture is ${seen.height} high`);
          assert.equal(seen.ground < 128, scheme === 'dark', `its ground has brightness ${seen.ground}`);
          assert.ok(seen.ink > 0.01 && seen.ink < 0.4, `${seen.ink} of the picture is written on`);

          const { width, scrolls, out } = await page.evaluate(overflow);
          assert.ok(scrolls <= width, `the page is ${scrolls} wide in a window of ${width}`);
          assert.deepEqual(out, []);
          assert.deepEqual(await page.evaluate(faintTexts), []);
          assert.deepEqual(await page.evaluate(lowTargets), []);

          const own = new Set([`${url}/`, `${url}/icon.svg`]);
          assert.deepEqual(requests.filter((request) => !own.has(request)), []);
          assert.deepEqual(complaints, []);
        });
      });
    }

    test(`${name}, ${size}: the title and the address are what one sees first`, async () => {
      await look(url, { size }, async ({ page }) => {
        for (const first of ['h1', '.door code']) {
          assert.ok(await page.locator(first).first().evaluate(isInWindow), `${first} is not in the window`);
        }
      });
    });

    test(`${name}, ${size}: every client's text can be opened and is all selected at once`, async () => {
      await look(url, { size }, async ({ page }) => {
        const clients = await page.locator('details').all();
        assert.equal(clients.length, 10);
        for (const client of clients) {
          if (!(await client.evaluate((details) => details.open))) {
            // By keyboard: no script is needed for it.
            await client.locator('summary').press('Enter');
          }
          const code = client.locator('code');
          await code.click({ position: { x: 20, y: 8 } });
          const selected = await page.evaluate(() => getSelection().toString().trim());
          assert.equal(selected, (await code.textContent()).trim());
          assert.ok(selected.includes(`${url}/mcp/compat`), selected);
        }
        const { width, scrolls, out } = await page.evaluate(overflow);
        assert.ok(scrolls <= width, `with all open the page is ${scrolls} wide in a window of ${width}`);
        assert.deepEqual(out, []);
        assert.deepEqual(await page.evaluate(faintTexts), []);
        if (SHOTS) await page.screenshot({ path: join(SHOTS, `${name}-${size}-open.png`), fullPage: true });
      });
    });
  }

  test(`${name}: has its landmarks, and headings without a gap`, async () => {
    await look(url, {}, async ({ page }) => {
      const levels = await page.evaluate(headingLevels);
      assert.equal(levels.filter((level) => level === 1).length, 1);
      assert.equal(levels.filter((level) => level === 2).length, 5);
      levels.reduce((above, level) => {
        assert.ok(level <= above + 1, `a heading of level ${level} under one of level ${above}`);
        return level;
      }, 0);
      for (const role of ['banner', 'navigation', 'main', 'contentinfo']) {
        assert.equal(await page.getByRole(role).count(), 1, role);
      }
      assert.equal(await page.locator('html').getAttribute('lang'), 'en');
    });
  });

  test(`${name}: can be walked by keyboard`, async () => {
    await look(url, {}, async ({ page }) => {
      await page.keyboard.press('Tab');
      const skip = page.locator('.skip');
      assert.ok(await skip.evaluate((link) => link === document.activeElement && link.getBoundingClientRect().top >= 0));
      await page.keyboard.press('Tab');
      const outline = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
      assert.equal(outline, 'solid');
    });
  });

  test(`${name}: every link within the gateway leads somewhere`, async () => {
    await look(url, {}, async ({ page, context }) => {
      const hrefs = await page.locator('a[href], link[href]').evaluateAll((links) => links.map((link) => link.href));
      const own = [...new Set(hrefs.filter((href) => href.startsWith(url)).map((href) => href.split('#')[0]))];
      assert.ok(own.length >= 6, own.join(' '));
      for (const href of own) {
        assert.equal((await context.request.get(href)).status(), 200, href);
      }
      for (const target of await page.locator('a[href^="#"]').evaluateAll((as) => as.map((a) => a.getAttribute('href')))) {
        assert.equal(await page.locator(target).count(), 1, target);
      }
    });
  });
}

test('many: fresh, stale and missing inventory can be told apart without colour', async () => {
  await look(PAGES.many, {}, async ({ page }) => {
    const states = await page.locator('.state').allInnerTexts();
    assert.equal(states.length, 40);
    assert.deepEqual(states.slice(0, 3), ['inventory current', 'inventory stale', 'no inventory yet']);
    const summary = await page.locator('.organization > .fine').first().innerText();
    assert.match(summary, /40 rooftops: 1 current, 1 stale, 38 without inventory/);
    assert.equal(await page.getByText('made up').count(), 0);
  });
});

test('demo: says that the data is made up', async () => {
  await look(PAGES.demo, { size: 'phone' }, async ({ page }) => {
    const notice = page.getByText('made up for demonstration').first();
    assert.ok(await notice.evaluate(isInWindow));
  });
});
