// What can be seen of a page; these functions run inside of it.

/** Elements that stick out of the window to the right, and whether it scrolls. */
export function overflow() {
  const width = document.documentElement.clientWidth;
  const visible = [...document.querySelectorAll('body *')].filter((element) => element.getClientRects().length > 0);
  const out = visible.filter((element) => element.getBoundingClientRect().right > width + 0.5);
  return { width, scrolls: document.documentElement.scrollWidth, out: out.map((e) => e.outerHTML.slice(0, 80)) };
}

/** The levels of all headings, in order. */
export function headingLevels() {
  return [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].map((heading) => Number(heading.tagName[1]));
}

/** Texts whose contrast with what is behind them is below 4.5 (WCAG 2, AA). */
export function faintTexts() {
  const channel = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  const parse = (color) => color.match(/[\d.]+/g).map(Number);
  const luminance = ([r, g, b]) =>
    0.2126 * channel(r / 255) + 0.7152 * channel(g / 255) + 0.0722 * channel(b / 255);
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const color = parse(getComputedStyle(at).backgroundColor);
      if (color.length === 3 || color[3] === 1) return color;
    }
    return [255, 255, 255];
  };
  const faint = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    if (!texts.currentNode.data.trim() || element.getClientRects().length === 0) continue;
    const [one, other] = [luminance(parse(getComputedStyle(element).color)), luminance(behind(element))];
    const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    if (ratio < 4.5) faint.push(`${ratio.toFixed(2)} ${texts.currentNode.data.trim().slice(0, 40)}`);
  }
  return faint;
}

/** Things to tap that are lower than 24 pixels, apart from links within text. */
export function lowTargets() {
  const targets = [...document.querySelectorAll('nav a, summary, .documents a, .rooftops a')];
  return targets.filter((target) => target.getBoundingClientRect().height < 24 - 0.5).map((t) => t.textContent);
}

/** Whether the middle of an element is within the window. */
export function isInWindow(element) {
  const box = element.getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  return x > 0 && y > 0 && x < innerWidth && y < innerHeight;
}

/** What a picture of the page shows: its size, the brightness of its ground (0 to 255),
 * and which share of it stands out from that ground. Runs in the page. */
export async function looksLike(base64) {
  const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  const context = canvas.getContext('2d');
  context.drawImage(picture, 0, 0);
  const { data } = context.getImageData(0, 0, picture.width, picture.height);
  const counts = new Array(256).fill(0);
  for (let at = 0; at < data.length; at += 4) {
    counts[Math.round(0.299 * data[at] + 0.587 * data[at + 1] + 0.114 * data[at + 2])] += 1;
  }
  const ground = counts.indexOf(Math.max(...counts));
  const near = counts.reduce((sum, count, bright) => sum + (Math.abs(bright - ground) <= 24 ? count : 0), 0);
  return { width: picture.width, height: picture.height, ground, ink: 1 - near / (data.length / 4) };
}
