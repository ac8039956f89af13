import { clsx } from 'clsx'
import { ChevronDown, Search } from 'lucide-react'
import type { InputHTMLAttributes, Ref, SelectHTMLAttributes, TextareaHTMLAttributes } from 'react'

/** The style of every text input. */
export const inputClass = (size: 'default' | 'large' = 'default', more?: string): string =>
  clsx(
    'w-full rounded-control border border-control bg-canvas px-2 text-ink',
    'transition-colors duration-[120ms] hover:border-ink-faint',
    'focus-visible:border-accent focus-visible:outline-1 focus-visible:outline-offset-0',
    'aria-invalid:border-bad aria-invalid:outline-bad',
    '[&[readonly]]:bg-sunken disabled:opacity-60',
    'pointer-coarse:text-lg',
    size === 'large' ? 'h-8 pointer-coarse:min-h-10' : 'control-height',
    more,
  )

type InputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'size'> & {
  size?: 'default' | 'large'
  ref?: Ref<HTMLInputElement>
}

export function Input({ size = 'default', className, ...rest }: InputProps) {
  return <input className={inputClass(size, className)} {...rest} />
}

type TextareaProps = TextareaHTMLAttributes<HTMLTextAreaElement> & {
  ref?: Ref<HTMLTextAreaElement>
}

export function Textarea({ className, ...rest }: TextareaProps) {
  return <textarea className={inputClass('default', clsx('h-auto! py-1', className))} {...rest} />
}

type SelectProps = Omit<SelectHTMLAttributes<HTMLSelectElement>, 'size'> & {
  size?: 'default' | 'large'
  ref?: Ref<HTMLSelectElement>
}

/** The browser's own select, which is right on every device; long lists use Picker. */
export function Select({ size = 'default', className, ...rest }: SelectProps) {
  return (
    <span className={clsx('relative block', className)}>
      <select className={inputClass(size, 'appearance-none pr-7')} {...rest} />
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2 -translate-y-1/2 text-ink-faint"
      />
    </span>
  )
}

type SearchInputProps = Omit<InputProps, 'onChange' | 'value' | 'type' | 'size'> & {
  label: string
  value: string
  onChange: (value: string) => void
}

/** Filters the list below it. */
export function SearchInput({ label, value, onChange, className, ...rest }: SearchInputProps) {
  return (
    <span className={clsx('relative block', className)}>
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-2 -translate-y-1/2 text-ink-faint"
      />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        className={inputClass('default', 'pl-8')}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value !== '') {
            event.stopPropagation()
            onChange('')
          }
        }}
        {...rest}
      />
    </span>
  )
}
