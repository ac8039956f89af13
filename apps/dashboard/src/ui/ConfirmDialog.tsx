import { type FormEvent, useState } from 'react'

import { Button } from './Button.tsx'
import type { ConfirmProps } from './confirm-props.ts'
import { Dialog } from './Dialog.tsx'
import { Field } from './Field.tsx'
import { focusOnMount } from './focus.ts'
import { Input } from './Input.tsx'
import { Notice } from './Notice.tsx'

/** The dialog of `Confirm`, loaded with the first question. */
export function ConfirmDialog(props: ConfirmProps) {
  return (
    <Dialog isOpen onClose={props.onClose} title={props.title} width="medium">
      <Question {...props} />
    </Dialog>
  )
}

function Question(props: ConfirmProps) {
  const {
    onClose,
    confirmLabel,
    cancelLabel = 'Cancel',
    onConfirm,
    isDanger = true,
    isPending = false,
    typed,
    disabledReason,
  } = props
  const [answer, setAnswer] = useState('')
  const isReady = typed === undefined || answer === typed
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady && !isPending && disabledReason === undefined) onConfirm()
  }

  return (
    <form className="flex flex-col gap-4" onSubmit={submit}>
      <div className="flex flex-col gap-2 text-ink-soft">{props.children}</div>
      {typed !== undefined && (
        <Field label={`Type ${typed} to confirm`}>
          {(control) => (
            <Input
              {...control}
              size="large"
              ref={focusOnMount}
              autoComplete="off"
              spellCheck={false}
              value={answer}
              onChange={(event) => setAnswer(event.target.value)}
            />
          )}
        </Field>
      )}
      {props.error && <Notice tone="bad">{props.error.message}</Notice>}
      <div className="flex justify-end gap-2">
        <Button size="large" onClick={onClose}>
          {cancelLabel}
        </Button>
        <Button
          type="submit"
          size="large"
          variant={isDanger ? 'danger' : 'primary'}
          isPending={isPending}
          disabledReason={isReady ? disabledReason : `Type ${typed} first`}
        >
          {confirmLabel}
        </Button>
      </div>
    </form>
  )
}
