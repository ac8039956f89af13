import { useNames } from '../../product/names/use-names.ts'
import { written } from '../../product/names/written-name.ts'
import { PickerField } from '../../ui/PickerField.tsx'
import { isCall } from './job-form.ts'

type Props = {
  projectRef: string
  value: string
  error: string | undefined
  onPick: (call: string) => void
}

const systemSchemas = new Set(['pg_catalog', 'information_schema'])
/** Only PostgreSQL calls these. */
const triggers = new Set<string | null>(['trigger', 'event_trigger'])

/** A function or procedure without arguments, as the SQL that calls it. */
export function CallField({ projectRef, value, error, onPick }: Props) {
  const names = useNames(projectRef)
  const callable = (names?.functions ?? []).filter(
    ([schema, , parameters, result, kind]) =>
      parameters === '' &&
      !systemSchemas.has(schema) &&
      !triggers.has(result) &&
      (kind === 'f' || kind === 'p'),
  )
  return (
    <PickerField
      label="Function"
      help="A function or procedure without arguments"
      error={error}
      placeholder="Find a function"
      none="Choose a function"
      value={value}
      items={callable.map(([schema, name, , , kind, comment]) => ({
        id: `${kind === 'p' ? 'call' : 'select'} ${written(schema)}.${written(name)}()`,
        label: name,
        group: schema,
        keywords: [`${schema}.${name}`],
        ...(comment !== null && { detail: comment }),
      }))}
      onPick={(picked) =>
        onPick(isCall(picked) ? picked : `select ${picked.replace(/\(\)$/u, '')}()`)
      }
    />
  )
}
