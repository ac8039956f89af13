const browsers: readonly [RegExp, string][] = [
  [/Edg\//u, 'Edge'],
  [/OPR\//u, 'Opera'],
  [/Firefox\//u, 'Firefox'],
  [/Chrom(?:e|ium)\//u, 'Chrome'],
  [/Safari\//u, 'Safari'],
  [/curl\//u, 'curl'],
  [/node/iu, 'Node.js'],
]
const systems: readonly [RegExp, string][] = [
  [/iPhone|iPad/u, 'iOS'],
  [/Android/u, 'Android'],
  [/Mac OS X/u, 'macOS'],
  [/Windows/u, 'Windows'],
  [/Linux|X11/u, 'Linux'],
]

/** Describes a user agent in common terms; unknown ones stay vague. */
export function getDevice(userAgent: string | null) {
  const text = userAgent ?? ''
  const named = (names: readonly [RegExp, string][], fallback: string) =>
    names.find(([pattern]) => pattern.test(text))?.[1] ?? fallback
  return {
    browser: named(browsers, 'Unknown browser'),
    system: named(systems, 'an unknown system'),
    isPhone: /iPhone|Android.*Mobile/u.test(text),
  }
}
