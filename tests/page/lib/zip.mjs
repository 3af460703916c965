// A zip archive of some texts, as a download of an export is one.
import { deflateRawSync } from 'node:zlib';

function crc32(bytes) {
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; ++bit) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}

export function zip(files) {
  const bodies = [], table = [];
  let at = 0;
  for (const [name, text] of Object.entries(files)) {
    const bytes = Buffer.from(text), packed = deflateRawSync(bytes), title = Buffer.from(name);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0); // version
    facts.writeUInt16LE(8, 4); // deflated
    facts.writeUInt32LE(crc32(bytes), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(bytes.length, 18);
    facts.writeUInt16LE(title.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    bodies.push(Buffer.from('PK\x03\x04', 'latin1'), facts, title, packed);
    table.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), facts, place, title);
    at += 30 + title.length + packed.length;
  }
  const listed = Buffer.concat(table), end = Buffer.alloc(18), number = Object.keys(files).length;
  end.writeUInt16LE(number, 4);
  end.writeUInt16LE(number, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...bodies, listed, Buffer.from('PK\x05\x06', 'latin1'), end]);
}
