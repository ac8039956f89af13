const [half, slope, foot] = [30, 17, 260]
const [acrossCount, rowCount] = [21, 19]

/** A shore of hexagonal basalt columns; a few tops catch the light. */
export function Columns() {
  return (
    <svg
      viewBox="0 0 900 900"
      preserveAspectRatio="xMidYMid slice"
      className="absolute inset-0 size-full"
      focusable="false"
    >
      <g strokeLinejoin="round">
        {columns.map(({ id, x, y, isLit, light }) => (
          <g key={id}>
            <path d={side(x, y, -1)} fill="var(--stone-2)" />
            <path d={front(x, y)} fill="var(--stone-3)" />
            <path d={side(x, y, 1)} fill="var(--stone-4)" />
            <path d={top(x, y)} fill="var(--stone-2)" stroke="var(--stone-4)" />
            <path
              d={top(x, y)}
              fill={isLit ? 'var(--accent)' : 'var(--stone-1)'}
              opacity={isLit ? 0.8 : light}
            />
          </g>
        ))}
      </g>
    </svg>
  )
}

/** Deterministic: heights come from a hash of the position. */
function noise(column: number, row: number): number {
  const value = Math.sin(column * 127.1 + row * 311.7) * 43_758.545
  return value - Math.floor(value)
}

/** From the back to the front, so that nearer columns cover farther ones. */
const columns = Array.from({ length: acrossCount * rowCount }, (_, index) => {
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
}).toSorted((a, b) => a.ground - b.ground)

const top = (x: number, y: number) =>
  `M${x - half} ${y}l${half / 2} ${-slope}h${half}l${half / 2} ${slope}l${-half / 2} ${slope}h${-half}z`

const front = (x: number, y: number) => `M${x - half / 2} ${y + slope}h${half}v${foot}h${-half}z`

const side = (x: number, y: number, way: -1 | 1) =>
  `M${x + way * half} ${y}l${(-way * half) / 2} ${slope}v${foot}l${(way * half) / 2} ${-slope}z`
