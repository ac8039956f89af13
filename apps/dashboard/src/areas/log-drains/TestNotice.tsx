import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import type { useTestDrain } from './queries.ts'

type Props = {
  test: Pick<
    ReturnType<typeof useTestDrain>,
    'data' | 'error' | 'isPending' | 'variables' | 'reset'
  >
}

/** The answer of the receiver to the test row that was sent last. */
export function TestNotice({ test }: Props) {
  const { data, error, isPending, variables, reset } = test
  if (variables === undefined) return null
  const dismiss = <Button onClick={reset}>Dismiss</Button>
  const { name } = variables
  if (isPending) return <Notice tone="info">Sending a test row to {name}</Notice>
  const failure = error?.message ?? data?.error ?? null
  if (failure === null) {
    return (
      <Notice tone="good" title={`${name} took the test row`} action={dismiss}>
        The receiver accepted one row with the message “A test row of a log drain”.
      </Notice>
    )
  }
  return (
    <Notice tone="bad" title={`The test row was not delivered to ${name}`} action={dismiss}>
      {failure}
    </Notice>
  )
}
