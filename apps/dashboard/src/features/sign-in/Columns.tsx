const [half, slope] = [26, 15]
const [acrossCount, rowCount] = [22, 17]

/** A hillside of hexagonal columns, like a shore of basalt; a few tops catch the light. */
export function Columns() {
  return (
    <svg
      viewBox="60 20 900 760"
      preserveAspectRatio="xMidYMid slice"
      className="absolute inset-0 size-full"
      focusable="false"
    >
      {columns.map(({ x, y, isLit, depth }) => (
        <g key={`${x} ${y}`} opacity={depth}>
          <path d={side(x, y, -1)} fill="var(--stone-2)" />
          <path d={front(x, y)} fill="var(--stone-3)" />
          <path d={side(x, y, 1)} fill="var(--stone-3)" />
          <path d={side(x, y, 1)} fill="var(--scrim)" opacity={0.25} />
          <path
            d={top(x, y)}
            fill={isLit ? 'var(--accent)' : 'var(--stone-1)'}
            stroke="var(--canvas)"
            strokeOpacity={0.5}
          />
        </g>
      ))}
    </svg>
  )
}

/** The same at every visit: heights come from a hash of the place, not from chance. */
function noise(column: number, row: number): number {
  const value = Math.sin(column * 127.1 + row * 311.7) * 43_758.545
  return value - Math.floor(value)
}

const columns = Array.from({ length: acrossCount * rowCount }, (_, index) => {
  const [column, row] = [index % acrossCount, Math.floor(index / acrossCount)]
  const x = column * half * 1.5 + (row % 2) * 0
  const hill = Math.sin(column / 3.4) * 34 + Math.cos(column / 2.1 + row / 3) * 26
  const height = hill + noise(column, row) * 58
  const y = 150 + row * slope * 2 + (column % 2) * slope - height
  return {
    x: x + 120,
    y,
    isLit: noise(column + 7, row + 3) > 0.978,
    depth: Math.min(1, 0.25 + row / 7),
  }
}).toSorted((a, b) => a.y - b.y)

const foot = 190

const top = (x: number, y: number) =>
  `M${x - half} ${y}l${half / 2} ${-slope}h${half}l${half / 2} ${slope}l${-half / 2} ${slope}h${-half}z`

const front = (x: number, y: number) => `M${x - half / 2} ${y + slope}h${half}v${foot}h${-half}z`

const side = (x: number, y: number, way: -1 | 1) =>
  `M${x + way * half} ${y}l${(-way * half) / 2} ${slope}v${foot}l${(way * half) / 2} ${-slope}z`
