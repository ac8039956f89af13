/**
 * A new UUID, also on pages without TLS. By time, version 7: it sorts after earlier ones, which
 * keeps indexes compact. At random, version 4.
 */
export function newUuid(how: 'time' | 'random', now = Date.now()): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  if (how === 'time') {
    for (let at = 0; at < 6; at += 1) bytes[at] = Math.floor(now / 256 ** (5 - at)) % 256
  }
  bytes[6] = ((bytes[6] ?? 0) % 16) + (how === 'time' ? 0x70 : 0x40)
  bytes[8] = ((bytes[8] ?? 0) % 64) + 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/u, '$1-$2-$3-$4-$5')
}
