import { Eye, EyeOff } from 'lucide-react'
import { type InputHTMLAttributes, type Ref, useState } from 'react'

import { IconButton } from './Button.tsx'
import { Input } from './Input.tsx'

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'size' | 'type'> & {
  ref?: Ref<HTMLInputElement>
}

/** A password that the user can reveal while typing. */
export function PasswordInput(props: Props) {
  const [isShown, setIsShown] = useState(false)
  return (
    <span className="relative block">
      <Input
        {...props}
        size="large"
        className="pr-9"
        type={isShown ? 'text' : 'password'}
        spellCheck={false}
        autoCapitalize="off"
      />
      <IconButton
        icon={isShown ? EyeOff : Eye}
        label={isShown ? 'Hide' : 'Show'}
        size="small"
        className="absolute! top-1/2 right-1 -translate-y-1/2"
        onClick={() => setIsShown(!isShown)}
      />
    </span>
  )
}
