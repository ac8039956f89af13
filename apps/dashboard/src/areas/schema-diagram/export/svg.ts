import {
  colours,
  cornerRadius,
  fontFamily,
  type Picture,
  type Shape,
  textStyles,
} from './shapes.ts'

/** A picture as SVG: one piece per group of its shapes. */
export function* writeSvg({ left, top, width, height, groups }: Picture): Generator<string> {
  yield `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${left} ${top} ${width} ${height}" width="${width}" height="${height}" font-family="${fontFamily}">\n`
  yield `<rect x="${left}" y="${top}" width="${width}" height="${height}" fill="${colours.paper}"/>\n`
  for (const group of groups) yield `${group.map(writeShape).join('')}\n`
  yield '</svg>\n'
}

function writeShape(shape: Shape): string {
  if (shape.type === 'curve') {
    const [one, other] = shape.bend
    const points = [one, other, shape.to].map(({ x, y }) => `${x},${y}`).join(' ')
    return `<path d="M${shape.from.x},${shape.from.y} C${points}" fill="none" stroke="${colours.edge}"><title>${escape(shape.name)}</title></path>`
  }
  const at = `x="${shape.x}" y="${shape.y}"`
  if (shape.type === 'box')
    return `<rect ${at} width="${shape.width}" height="${shape.height}" rx="${cornerRadius}" fill="${colours.paper}" stroke="${colours.border}"/>`
  const { colour, size, weight } = textStyles[shape.role]
  const anchor = shape.isAtEnd === true ? ' text-anchor="end"' : ''
  return `<text ${at} fill="${colour}" font-size="${size}" font-weight="${weight}"${anchor}>${escape(shape.text)}</text>`
}

/** XML has no control characters, not even as codes. */
const escape = (text: string): string =>
  text
    .replaceAll(/\p{Cc}/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
