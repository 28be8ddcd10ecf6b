import { readFileSync } from 'node:fs';

// Loaded into a server under test (`--import`): its clock is off by the milliseconds that the file says.
const RealDate = Date;
let offset = 0;
setInterval(() => {
  try {
    offset = Number(readFileSync(process.env.CLOCK_OFFSET_FILE, 'utf8'));
  } catch {
    // Not written yet.
  }
}, 100).unref();
globalThis.Date = class ShiftedDate extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() + offset);
    else super(...parts);
  }
  static now() {
    return RealDate.now() + offset;
  }
};
