import { Sample } from './Sample.tsx'

const surfaces = ['canvas', 'surface', 'raised', 'sunken'] as const
const lines = ['line', 'line-strong', 'control'] as const
const inks = ['ink', 'ink-soft', 'ink-faint', 'accent', 'good', 'warn', 'bad', 'info'] as const
const sizes = [
  ['28', 'text-2xl font-semibold'],
  ['20', 'text-xl font-semibold'],
  ['16', 'text-lg font-semibold'],
  ['14', 'text-base'],
  ['13', 'text-sm'],
  ['12', 'text-xs'],
] as const

export function TokenSamples() {
  return (
    <>
      <Sample name="Surfaces">
        {surfaces.map((token) => (
          <Swatch key={token} token={token} />
        ))}
      </Sample>
      <Sample name="Lines">
        {lines.map((token) => (
          <span
            key={token}
            className="grid h-10 w-24 place-items-center rounded-control border text-xs"
            style={{ borderColor: `var(--${token})` }}
          >
            {token}
          </span>
        ))}
      </Sample>
      <Sample name="Ink and meaning">
        {inks.map((token) => (
          <span key={token} className="font-medium" style={{ color: `var(--${token})` }}>
            {token}
          </span>
        ))}
      </Sample>
      <Sample name="Type">
        <div className="flex flex-col gap-1">
          {sizes.map(([size, appearance]) => (
            <span key={size} className={appearance}>
              {size} Stone and sea 0123456789
            </span>
          ))}
          <span className="font-mono text-xs">
            select id, total from orders -- 9223372036854775807
          </span>
        </div>
      </Sample>
    </>
  )
}

function Swatch({ token }: { token: string }) {
  return (
    <span
      className="grid h-10 w-20 place-items-center rounded-control border border-line text-xs text-ink-soft"
      style={{ background: `var(--${token})` }}
    >
      {token}
    </span>
  )
}
