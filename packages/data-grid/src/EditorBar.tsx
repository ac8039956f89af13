import type { ReactNode } from 'react'

import type { CellEditorProps, Ends } from './editor-props.ts'

type Props = Pick<CellEditorProps, 'value' | 'isNullable' | 'takesEmpty' | 'onDefault' | 'help'> &
  Pick<Ends, 'finish'> & {
    draft: string | null
    problem?: string | undefined
    /** Whether the value was not stored because of the problem. */
    isRefused?: boolean | undefined
    isLong?: boolean | undefined
    onExpand?: (() => void) | undefined
  }

/**
 * Shows the content of the field, and buttons for values that cannot be typed: NULL, empty,
 * default.
 */
export function EditorBar(props: Props) {
  const { draft, problem, isRefused = false, finish, onExpand, isLong = false } = props
  return (
    <div className="grid-editor-bar">
      {problem === undefined ? (
        <span className="grid-editor-help">{props.help}</span>
      ) : (
        <span
          className={isRefused ? 'grid-editor-problem' : 'grid-editor-help'}
          role={isRefused ? 'alert' : undefined}
        >
          {problem}
        </span>
      )}
      <span className="grid-editor-values">
        {props.isNullable && (
          <BarButton
            label="Set to NULL"
            isPressed={draft === null}
            onPress={() => finish(null, 'stay')}
          >
            NULL
          </BarButton>
        )}
        {props.value === null && props.takesEmpty && onExpand !== undefined && (
          <BarButton
            label="Set to an empty string"
            isPressed={draft === ''}
            onPress={() => finish('', 'stay')}
          >
            EMPTY
          </BarButton>
        )}
        {props.onDefault !== undefined && (
          <BarButton label="Set to the default" isPressed={false} onPress={props.onDefault}>
            DEFAULT
          </BarButton>
        )}
        {onExpand !== undefined && (
          <BarButton label="Expand (F2)" isPressed={isLong} onPress={onExpand}>
            {isLong ? '−' : '+'}
          </BarButton>
        )}
      </span>
    </div>
  )
}

type ButtonProps = { label: string; isPressed: boolean; onPress: () => void; children: ReactNode }

function BarButton({ label, isPressed, onPress, children }: ButtonProps) {
  return (
    <button
      type="button"
      className="grid-editor-value"
      title={label}
      aria-label={label}
      aria-pressed={isPressed}
      // Pressing it must not take the focus from the field.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      {children}
    </button>
  )
}
