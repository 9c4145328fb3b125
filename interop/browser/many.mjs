// Writes a gateway with forty rooftops into a folder: what a large group's page
// looks like, with long names, a stale rooftop and many without inventory.
// usage: node many.mjs FOLDER

import { copyFileSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

const folder = process.argv[2];
const demo = fileURLToPath(new URL('../../examples/demo/', import.meta.url));
const HOUR = 3600;

const towns = [
  ['Denver', 'CO', 'America/Denver'],
  ['Truth or Consequences', 'NM', 'America/Denver'],
  ['Chicago', 'IL', 'America/Chicago'],
  ['Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch', 'ID', 'America/Argentina/ComodRivadavia'],
];
const names = ['Example Ridge', 'Élan Automobiles & Söhne', '山田自動車', 'Superlongunbrokendealershipnamewithoutanyspaces'];

/** Rooftop 0 is fresh, 1 has not been seen for three days, the rest have no feed. */
const exports = [
  { age: HOUR, file: 'fresh.csv' },
  { age: 72 * HOUR, file: 'stale.csv' },
];

function rooftop(at) {
  const [town, region, zone] = towns[at % towns.length];
  return `
[[organizations.rooftops]]
id = "rooftop-${at}"
name = "${names[at % names.length]} ${at}"
website = "https://rooftop-${at}.a-group-with-a-rather-long-domain-name.example/"
timezone = "${zone}"
address = { lines = ["${at} Road"], locality = "${town}", region = "${region}", country = "US" }
departments = ["sales"]
`;
}

function feed({ file }, at) {
  return `
[[feeds]]
id = "feed-${at}"
organization = "many"
rooftop = "rooftop-${at}"
profile = "vauto"
path = "${file}"
currency = "USD"
odometer_unit = "mi"
price_column = "Price"
price_includes_required_charges = false
`;
}

mkdirSync(folder, { recursive: true });
for (const { age, file } of exports) {
  copyFileSync(join(demo, 'denver-vauto.csv'), join(folder, file));
  const then = Date.now() / 1000 - age;
  utimesSync(join(folder, file), then, then);
}
const rooftops = Array.from({ length: 40 }, (_, at) => rooftop(at)).join('');
writeFileSync(join(folder, 'dealeragent.toml'), `
[operator]
name = "A Hosting Company With a Long Name, Incorporated"

[[organizations]]
id = "many"
name = "The Very Long Established Consolidated Automotive Retail Group of the Western and Central States"
${rooftops}${exports.map(feed).join('')}`);
