import { describeRule, describeValue } from '@basalt/contract/alerts/sentence'
import { useQuery } from '@tanstack/react-query'

import { useDebounced } from '../../lib/browser/use-debounced.ts'
import { plural } from '../../lib/format/format.ts'
import { Notice } from '../../ui/Notice.tsx'
import { previewQuery } from './queries.ts'
import { checkForm, getBody, type RuleForm } from './rule-form.ts'

type Props = { values: RuleForm; projectRef: string }

/** The rule as a sentence, and how often it would have fired in the last day. */
export function PreviewNote({ values, projectRef }: Props) {
  const { name: _name, ...errors } = checkForm(values)
  const isMeasurable = !Object.keys(errors).some((path) => /^condition|^for_/u.test(path))
  // The condition and its time alone, so that other fields do not ask again.
  const { condition, for_minutes: forMinutes } = getBody(values)
  const shown = JSON.stringify({ condition, for_minutes: forMinutes })
  const asked = useDebounced(shown, 400)
  const rule = JSON.parse(asked) as { condition: typeof condition; for_minutes: number }
  const { data, error } = useQuery({
    ...previewQuery(projectRef, rule),
    enabled: isMeasurable && asked === shown,
    retry: false,
  })
  if (!isMeasurable) return null
  const title = describeRule({ condition, for_minutes: forMinutes })
  if (error !== null) {
    return (
      <Notice tone="warn" title={title}>
        The last 24 hours could not be evaluated: {error.message}
      </Notice>
    )
  }
  if (data === undefined || asked !== shown) {
    return (
      <Notice tone="info" title={title}>
        Evaluating the last 24 hours
      </Notice>
    )
  }
  const { fired, firing_minutes: firing, no_data_minutes: missing, extreme } = data
  const label = condition.type === 'disk_free' ? 'Lowest value' : 'Highest value'
  return (
    <Notice tone="info" title={title}>
      {missing === 1440
        ? 'There are no data of the last 24 hours yet.'
        : `Would have fired ${plural(fired, 'time')} in the last 24 hours.`}
      {firing > 0 && ` It would have been firing for ${plural(firing, 'minute')}.`}
      {extreme !== null && ` ${label}: ${describeValue(condition, extreme)}.`}
      {missing > 0 && missing < 1440 && ` ${plural(missing, 'minute')} had no data.`}
    </Notice>
  )
}
