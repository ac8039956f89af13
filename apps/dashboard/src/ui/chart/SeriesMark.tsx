import { seriesAppearance } from './series-appearance.ts'

type Props = { at: number; width: number; token?: string | undefined }

/** A piece of line in the colour and the dashes of a series. */
export function SeriesMark({ at, width, token: own }: Props) {
  const { token, dash } = seriesAppearance(at, own)
  return (
    <svg aria-hidden width={width} height="8" className="flex-none">
      <line
        x1="0"
        x2={width}
        y1="4"
        y2="4"
        strokeWidth="3"
        strokeDasharray={dash.join(' ')}
        style={{ stroke: `var(${token})` }}
      />
    </svg>
  )
}
