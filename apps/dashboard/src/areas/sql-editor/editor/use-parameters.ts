import { useState } from 'react'

import { sqlStorage } from '../../../lib/storage/sql-storage.ts'
import type { Runs } from '../runs/use-runs.ts'
import { storedText, type ParameterValues, valuesFor } from './parameter-values.ts'
import type { ParameterRequest } from './requested-parameters.ts'

/** The question before a run. */
export type ParameterQuestion = {
  parameters: readonly string[]
  remembered: ParameterValues
  onSubmit: (values: ParameterValues) => void
  onClose: () => void
}

/** Runs that ask for the values of `:name` and `$1` first. Values are stored for the next time. */
export function useParameters(ref: string, id: string, runs: Runs) {
  const [question, setQuestion] = useState<ParameterQuestion | null>(null)
  const stored = sqlStorage.queryParameters(ref, id)

  const start: Runs['start'] = (text, from, more) => {
    if (/[:$][\p{L}\p{N}_]/u.test(text)) void ask(text, from, more).catch(refuse)
    else runs.start(text, from, more)
  }
  const refuse = () =>
    runs.runs.refuse(
      'Nothing was run: the parameter form could not be loaded. Check your network and run the query again.',
    )
  async function ask(text: string, from: number, more: Parameters<Runs['start']>[2]) {
    const { requestedBy } = await import('./requested-parameters.ts')
    const parameterized = await requestedBy(text)
    if (parameterized === null) runs.start(text, from, more)
    else if (parameterized === 'several') {
      runs.runs.refuse(
        'Parameters apply to one statement. Place the cursor in the statement and run it alone.',
      )
    } else
      show(parameterized, (bound, values) =>
        runs.start(bound.text, from + bound.start, { ...more, written: text, values }),
      )
  }
  function show(
    parameterized: ParameterRequest,
    run: (bound: ReturnType<ParameterRequest['withValues']>, values: (string | null)[]) => void,
  ) {
    const close = () => setQuestion(null)
    setQuestion({
      parameters: parameterized.names,
      remembered: valuesFor(parameterized.names, stored.get()),
      onClose: close,
      onSubmit: (values) => {
        stored.set(storedText(values))
        close()
        const bound = parameterized.withValues(values)
        run(bound, bound.values)
      },
    })
  }
  return { runs: { ...runs, start }, question }
}
