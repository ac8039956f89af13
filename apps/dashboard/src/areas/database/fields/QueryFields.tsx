import type { FormProps } from '../model/object-kind.ts'
import { LinesField } from './LinesField.tsx'
import { SqlField } from './SqlField.tsx'

type Props = Pick<FormProps<never>, 'set' | 'errorOf' | 'faultOf' | 'projectRef'> & {
  design: object
  help?: string
}

/** The query of a view and the names of its columns. */
export function QueryFields({ help, ...form }: Props) {
  return (
    <>
      <SqlField
        {...form}
        name="query"
        label="Query"
        rows={10}
        placeholder="select id, name from public.customers"
        {...(help !== undefined && { help })}
      />
      <LinesField
        {...form}
        name="columns"
        label="Column names"
        help="Leave empty to use the names from the query. A changed name renames the column."
      />
    </>
  )
}
