import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import type { useTestRule } from './queries.ts'

type Test = ReturnType<typeof useTestRule>

type Props = { test: Pick<Test, 'data' | 'error' | 'isPending' | 'variables' | 'reset'> }

/** How the test notification that was sent last was received. */
export function TestNotice({ test }: Props) {
  const { data, error, isPending, variables, reset } = test
  if (variables === undefined) return null
  const dismiss = <Button onClick={reset}>Dismiss</Button>
  const { name } = variables
  if (isPending) return <Notice tone="info">Sending a test notification of {name}</Notice>
  const results = data?.results ?? []
  const failed = results.filter((one) => one.error !== null)
  if (error !== null || failed.length > 0) {
    return (
      <Notice tone="bad" title={`The test of ${name} was not delivered to all`} action={dismiss}>
        {error?.message ?? failed.map((one) => `${one.target}: ${one.error}`).join('; ')}
      </Notice>
    )
  }
  return results.length === 0 ? (
    <Notice tone="warn" title={`${name} notifies nobody`} action={dismiss} />
  ) : (
    <Notice tone="good" title={`The test of ${name} was sent`} action={dismiss}>
      {results.map(({ target }) => target).join(', ')}
    </Notice>
  )
}
