const [half, slope, foot] = [30, 17, 260]
const [acrossCount, rowCount] = [21, 19]

type Column = { id: number; x: number; y: number; ground: number; isLit: boolean; light: number }

/** Deterministic: heights come from a hash of the position. */
function noise(column: number, row: number): number {
  const value = Math.sin(column * 127.1 + row * 311.7) * 43_758.545
  return value - Math.floor(value)
}

const columns = Array.from({ length: acrossCount * rowCount }, (_, index): Column => {
  const [column, row] = [index % acrossCount, Math.floor(index / acrossCount)]
  const ground = 190 + row * slope * 2 + (column % 2) * slope
  const swell = Math.sin(column / 3.1 + row / 5) * 46 + Math.cos(column / 5 - row / 3.4) * 52
  const height = swell + Math.floor(noise(column, row) * 4) * 13
  return {
    id: index,
    x: column * half * 1.5,
    y: Math.round(ground - height),
    ground,
    isLit: noise(column + 7, row + 3) > 0.982,
    light: 0.15 + 0.85 * noise(column + 2, row + 9),
  }
})

/** From the back to the front, so that nearer columns cover farther ones. */
const rows = [...new Set(columns.map(({ ground }) => ground))]
  .toSorted((a, b) => a - b)
  .map((ground) => ({ ground, row: columns.filter((column) => column.ground === ground) }))

const top = ({ x, y }: Column) =>
  `M${x - half} ${y}l${half / 2} ${-slope}h${half}l${half / 2} ${slope}l${-half / 2} ${slope}h${-half}z`

const front = ({ x, y }: Column) => `M${x - half / 2} ${y + slope}h${half}v${foot}h${-half}z`

const side = ({ x, y }: Column, way: -1 | 1) =>
  `M${x + way * half} ${y}l${(-way * half) / 2} ${slope}v${foot}l${(way * half) / 2} ${-slope}z`

/** The columns of a row do not overlap, so one path draws a face of all of them. */
const faces = (row: readonly Column[], face: (column: Column) => string) => row.map(face).join('')

/** It never changes, so React compares nothing of it when a form on the page does. */
const picture = (
  <svg
    viewBox="0 0 900 900"
    preserveAspectRatio="xMidYMid slice"
    className="absolute inset-0 size-full"
    focusable="false"
  >
    <g strokeLinejoin="round">
      {rows.map(({ ground, row }) => (
        <g key={ground}>
          <path d={faces(row, (column) => side(column, -1))} fill="var(--stone-2)" />
          <path d={faces(row, front)} fill="var(--stone-3)" />
          <path d={faces(row, (column) => side(column, 1))} fill="var(--stone-4)" />
          <path d={faces(row, top)} fill="var(--stone-2)" stroke="var(--stone-4)" />
          {row.map((column) => (
            <path
              key={column.id}
              d={top(column)}
              fill={column.isLit ? 'var(--accent)' : 'var(--stone-1)'}
              opacity={column.isLit ? 0.8 : column.light}
            />
          ))}
        </g>
      ))}
    </g>
  </svg>
)

/** A shore of hexagonal basalt columns; a few tops catch the light. */
export function Columns() {
  return picture
}
