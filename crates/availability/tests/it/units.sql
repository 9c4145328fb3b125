CREATE TABLE units (vin text, stock text, state text, seen timestamptz, note text);
INSERT INTO units VALUES
  ('1TEST000000000001', 'A 1/2', 'in stock', '2026-09-01T11:59:30Z', 'lane 4'),
  ('1TEST000000000002', 'B', 'perhaps', '2026-09-01T11:59:30Z', NULL),
  ('1TEST000000000003', 'C', 'sold', '2026-09-01T13:59:30Z', NULL),
  ('1TEST000000000004', 'D', 'sold', '2026-09-01T11:00:00Z', NULL),
  ('1TEST000000000004', 'D', 'in stock', '2026-09-01T11:00:00Z', NULL),
  ('1TEST000000000005', 'E', NULL, NULL, NULL);
CREATE ROLE reader LOGIN;
GRANT SELECT, INSERT, DELETE ON units TO reader;
