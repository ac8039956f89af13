import { readFileSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
const themes = ['dark', 'classic-dark', 'light'] as const
const surfaces = ['canvas', 'surface', 'raised', 'sunken']
const inks = ['ink', 'ink-soft', 'ink-faint', 'accent', 'good', 'warn', 'bad', 'info']
const washed = ['accent', 'good', 'warn', 'bad', 'info']

type Colour = { rgb: [number, number, number]; alpha: number }

describe.each(themes)('in the theme %s', (theme) => {
  const tokens = tokenize(theme)
  const get = (name: string) => {
    const colour = tokens.get(name)
    if (colour === undefined) throw new Error(`${theme} has no --${name}`)
    return colour
  }

  test.each(inks.flatMap((ink) => surfaces.map((surface) => [ink, surface])))(
    'the text %s on %s has at least 4.5:1',
    (ink, surface) => {
      expect(contrast(get(ink), get(surface))).toBeGreaterThanOrEqual(4.5)
    },
  )

  test.each(washed.flatMap((name) => ['canvas', 'surface'].map((surface) => [name, surface])))(
    'the text %s on its own wash over %s has at least 4.5:1',
    (name, surface) => {
      const ground = over(get(`${name}-wash`), get(surface))
      expect(contrast(get(name), ground)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(get('ink-soft'), ground)).toBeGreaterThanOrEqual(4.5)
    },
  )

  test.each(surfaces)('text stays readable on a hovered %s', (surface) => {
    const ground = over(get('hover'), get(surface))
    expect(contrast(get('ink-faint'), ground)).toBeGreaterThanOrEqual(4.5)
  })

  test.each([
    ['on-accent', 'accent'],
    ['on-accent', 'accent-hover'],
    ['on-bad', 'bad-fill'],
  ])('the label of a button, %s on %s, has at least 4.5:1', (ink, fill) => {
    expect(contrast(get(ink), get(fill))).toBeGreaterThanOrEqual(4.5)
  })

  test.each(['control', 'accent', 'bad'].flatMap((edge) => surfaces.map((on) => [edge, on])))(
    'the edge of a control or focus ring, %s on %s, has at least 3:1',
    (edge, on) => {
      expect(contrast(get(edge), get(on))).toBeGreaterThanOrEqual(3)
    },
  )
})

test('the themes define the same tokens', () => {
  const [first, ...others] = themes.map((theme) => [...tokenize(theme).keys()].toSorted())
  for (const other of others) expect(other).toEqual(first)
})

function tokenize(theme: (typeof themes)[number]): Map<string, Colour> {
  const start = css.indexOf(`[data-theme='${theme}']`)
  const block = css.slice(start, css.indexOf('}', start))
  const found = block.matchAll(/--([\w-]+): oklch\(([\d.]+) ([\d.]+) ([\d.]+)(?: \/ ([\d.]+))?\)/gu)
  return new Map(
    [...found].map(([, name = '', l, c, h, alpha = '1']) => [
      name,
      { rgb: toLinearRgb(Number(l), Number(c), Number(h)), alpha: Number(alpha) },
    ]),
  )
}

const clip = (value: number) => Math.min(1, Math.max(0, value))

/** OKLCH to linear sRGB, clipped to the range of screens; see the CSS Color 4 specification. */
function toLinearRgb(l: number, c: number, h: number): [number, number, number] {
  const [a, b] = [c * Math.cos((h * Math.PI) / 180), c * Math.sin((h * Math.PI) / 180)]
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    clip(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
    clip(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
    clip(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short),
  ]
}

const toGamma = (value: number) =>
  value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055
const toLinear = (value: number) =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4

/** Browsers mix with the gamma applied. */
function over(top: Colour, bottom: Colour): Colour {
  const mix = (index: 0 | 1 | 2) =>
    toLinear(toGamma(top.rgb[index]) * top.alpha + toGamma(bottom.rgb[index]) * (1 - top.alpha))
  return { rgb: [mix(0), mix(1), mix(2)], alpha: 1 }
}

const luminance = ({ rgb: [r, g, b] }: Colour) => 0.2126 * r + 0.7152 * g + 0.0722 * b

function contrast(a: Colour, b: Colour): number {
  const [light, dark] = [luminance(a), luminance(b)].toSorted((x, y) => y - x)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}
