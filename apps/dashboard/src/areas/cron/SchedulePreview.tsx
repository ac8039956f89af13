import { useQuery } from '@tanstack/react-query'

import { useDebounced } from '../../lib/browser/use-debounced.ts'
import { Notice } from '../../ui/Notice.tsx'
import { previewQuery } from './queries.ts'

type Props = { projectRef: string; text: string; timeZone: string }

/** The schedule in words, its next five runs, and its behaviour when clocks change. */
export function SchedulePreview({ projectRef, text, timeZone }: Props) {
  const asked = useDebounced(text, 300)
  const { data, error } = useQuery({
    ...previewQuery(projectRef, asked, timeZone),
    enabled: asked.trim() !== '',
    retry: false,
  })
  if (asked.trim() === '') return null
  if (error !== null) return <Notice tone="warn">{error.message}</Notice>
  if (data === undefined) return <Notice tone="info">Computing the next runs</Notice>
  if (data.error !== null) return <Notice tone="warn">{data.error}</Notice>
  const times = new Intl.DateTimeFormat('en', {
    dateStyle: 'medium',
    timeStyle: 'medium',
    timeZone,
  })
  return (
    <Notice tone="info" title={`${data.description} (${data.schedule})`}>
      <ol aria-label="Next runs">
        {data.next.map((at) => (
          <li key={at}>{times.format(new Date(at))}</li>
        ))}
      </ol>
      {data.is_fixed
        ? 'Each time runs once on the days on which clocks change.'
        : 'It runs as regularly as time passes, also on the days on which clocks change.'}
    </Notice>
  )
}
