import { type StatusComponentId, statusComponents } from '@basalt/contract/status'

type Props = {
  chosen: readonly StatusComponentId[]
  onChange: (chosen: StatusComponentId[]) => void
}

/** Components of an incident; they are shown as degraded while it is open. */
export function ComponentChoices({ chosen, onChange }: Props) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 font-medium">Components</legend>
      {statusComponents.map(({ id, name }) => (
        <label key={id} className="flex items-center gap-2">
          <input
            type="checkbox"
            className="size-4 flex-none"
            checked={chosen.includes(id)}
            onChange={({ target }) =>
              onChange(
                statusComponents.flatMap((one) =>
                  (one.id === id ? target.checked : chosen.includes(one.id)) ? one.id : [],
                ),
              )
            }
          />
          {name}
        </label>
      ))}
    </fieldset>
  )
}
