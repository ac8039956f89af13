import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import ranges from '@fontsource/inter/unicode.json'

type Document = PDFKit.PDFDocument

type TextStyle = {
  size: number
  weight?: 400 | 600
  color?: string
}

/**
 * Writes single lines in any script; a character without a glyph in Inter becomes a box that copies
 * as the original text.
 */
export type TextWriter = {
  /** In points. */
  width(text: string, style: TextStyle): number
  /** The text in lines of at most this width; words that are longer are broken. */
  wrap(text: string, style: TextStyle, maxWidth: number): string[]
  write(text: string, place: { x: number; y: number }, style: TextStyle): void
  /** As `write`, ending at `x`. */
  writeEnd(text: string, place: { x: number; y: number }, style: TextStyle): void
}

type Subset = keyof typeof ranges
type Run = { subset: Subset | null; text: string }

/** The most common first: a document carries only the parts of the font that it uses. */
const subsets = [
  'latin',
  'latin-ext',
  'cyrillic',
  'cyrillic-ext',
  'greek',
  'greek-ext',
  'vietnamese',
] as const satisfies readonly Subset[]

export function createTextWriter(doc: Document): TextWriter {
  const loaded = new Set<string>()
  const use = (run: Run, { size, weight = 400 }: TextStyle) => {
    const subset = run.subset ?? 'latin'
    const name = `${subset} ${weight}`
    if (!loaded.has(name)) doc.registerFont(name, fontFile(subset, weight))
    loaded.add(name)
    doc.font(name).fontSize(size)
  }
  const runWidth = (run: Run, style: TextStyle) => {
    use(run, style)
    if (run.subset !== null) return doc.widthOfString(run.text)
    return splitGraphemes(run.text).length * boxWidth(style)
  }
  const width: TextWriter['width'] = (text, style) =>
    listRuns(text).reduce((sum, run) => sum + runWidth(run, style), 0)
  const write: TextWriter['write'] = (text, { x, y }, style) => {
    let at = x
    for (const run of listRuns(text)) {
      use(run, style)
      doc.fillColor(style.color ?? ink)
      if (run.subset === null) writeBoxes(doc, run.text, { x: at, y, style })
      else doc.text(run.text, at, y, { lineBreak: false })
      at += runWidth(run, style)
    }
  }
  return {
    width,
    write,
    writeEnd: (text, { x, y }, style) => write(text, { x: x - width(text, style), y }, style),
    wrap: (text, style, maxWidth) => wrapped(text, maxWidth, (part) => width(part, style)),
  }
}

const ink = '#16191d'

const boxWidth = ({ size }: TextStyle) => size * 0.7

/** A box for each character, over invisible text that is copied instead. */
function writeBoxes(
  doc: Document,
  text: string,
  { x, y, style }: { x: number; y: number; style: TextStyle },
) {
  const { size, color = ink } = style
  doc.markContent('Span', { actual: text })
  doc.save().fillOpacity(0).text('?', x, y, { lineBreak: false }).restore()
  doc.endMarkedContent()
  splitGraphemes(text).forEach((grapheme, index) => {
    if (grapheme === ' ') return
    const left = x + index * boxWidth(style)
    doc.rect(left + 0.5, y + size * 0.25, boxWidth(style) - 1.5, size * 0.7)
    doc.lineWidth(0.5).stroke(color)
  })
}

const resolve = createRequire(import.meta.url).resolve

/** The parts are packed without a table that this kind of embedding can use, except in WOFF 1. */
const fontFile = (subset: Subset, weight: number): Buffer =>
  readFileSync(resolve(`@fontsource/inter/files/inter-${subset}-${weight}-normal.woff`))

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
const splitGraphemes = (text: string) =>
  Array.from(segmenter.segment(text), ({ segment }) => segment)

/** Neighbouring characters of one part of the font, in order. */
function listRuns(text: string): Run[] {
  const runs: Run[] = []
  for (const grapheme of splitGraphemes(plain(text))) {
    const subset = getSubset(grapheme)
    const last = runs.at(-1)
    if (last !== undefined && last.subset === subset) last.text += grapheme
    else runs.push({ subset, text: grapheme })
  }
  return runs
}

/** One line of visible characters, normalized to NFC. */
const plain = (text: string) =>
  text
    .normalize('NFC')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .replaceAll(/\p{Cf}|\p{Cs}/gu, '')

const covered = Object.fromEntries(
  Object.entries(ranges).map(([subset, text]) => [subset, rangesIn(text)]),
)

function getSubset(grapheme: string): Subset | null {
  const points = Array.from(grapheme, (character) => character.codePointAt(0) ?? 0)
  const has = (subset: Subset) =>
    points.every((point) =>
      covered[subset]?.some(([first, last]) => point >= first && point <= last),
    )
  return subsets.find(has) ?? null
}

/** `U+0000-00FF,U+0131` as pairs of numbers. */
function rangesIn(text: string): [number, number][] {
  return text.split(',').map((range) => {
    const [first = '', last = first] = range.replace('U+', '').split('-')
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
  })
}

function wrapped(text: string, maxWidth: number, width: (part: string) => number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of plain(text).trim().split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (width(longer) <= maxWidth) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = ''
    for (const grapheme of splitGraphemes(word)) {
      if (line !== '' && width(line + grapheme) > maxWidth) {
        lines.push(line)
        line = ''
      }
      line += grapheme
    }
  }
  return [...lines, line]
}
