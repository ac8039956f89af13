import { clsx } from 'clsx'
import { LoaderCircle, type LucideIcon } from 'lucide-react'
import type { ButtonHTMLAttributes, MouseEvent, Ref } from 'react'

import { Tooltip } from './Tooltip.tsx'

type Variant = 'primary' | 'secondary' | 'ghost' | 'danger'
type Size = 'small' | 'default' | 'large'

const variants: Record<Variant, string> = {
  primary: 'bg-accent text-on-accent font-medium border-transparent hover:bg-accent-hover',
  secondary: 'bg-surface border-line-strong hover:bg-raised hover:border-control',
  ghost: 'border-transparent text-ink-soft hover:bg-hover hover:text-ink active:bg-pressed',
  danger: 'bg-bad-fill text-on-bad font-medium border-transparent hover:brightness-110',
}

const sizes: Record<Size, string> = {
  small: 'h-6 px-2 text-xs gap-1 [&_svg.lucide]:size-3.5',
  default: 'control-height px-2.5 gap-1.5',
  large: 'h-8 pointer-coarse:min-h-10 px-3 gap-2',
}

/** The style of a button, for links that act as one. */
export const buttonClass = (
  appearance: { variant?: Variant; size?: Size; isIcon?: boolean } = {},
  more?: string,
): string =>
  clsx(
    'inline-flex flex-none items-center justify-center rounded-control border whitespace-nowrap select-none',
    'transition-colors duration-[120ms] ease-out',
    'aria-disabled:opacity-50 aria-disabled:pointer-events-auto aria-disabled:saturate-50',
    variants[appearance.variant ?? 'secondary'],
    sizes[appearance.size ?? 'default'],
    appearance.isIcon === true && 'aspect-square px-0!',
    more,
  )

type Props = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> & {
  variant?: Variant
  size?: Size
  icon?: LucideIcon
  /** The button's action is running; clicking again does nothing. */
  isPending?: boolean
  /** Why the button is disabled. It stays focusable and shows the reason. */
  disabledReason?: string | undefined
  /** Shown on hover and focus, with its keys: `mod+enter`. */
  tooltip?: string | undefined
  keys?: string | undefined
  ref?: Ref<HTMLButtonElement>
}

export function Button(props: Props) {
  const { variant, size, icon, isPending = false, disabledReason, tooltip, keys, ...rest } = props
  const { className, children, onClick, type = 'button', ...attributes } = rest
  const isBlocked = isPending || disabledReason !== undefined
  const said = disabledReason ?? tooltip

  // Always inside a tooltip, also an empty one: a button whose reason disappears is still the same
  // element and keeps the focus.
  return (
    <Tooltip content={said} keys={keys} isEager={disabledReason !== undefined}>
      <button
        type={type}
        className={buttonClass(
          {
            ...(variant !== undefined && { variant }),
            ...(size !== undefined && { size }),
            isIcon: children === undefined,
          },
          className,
        )}
        aria-disabled={isBlocked || undefined}
        aria-busy={isPending || undefined}
        onClick={isBlocked ? stop : onClick}
        {...attributes}
      >
        <ButtonIcon icon={icon} isPending={isPending} />
        {children}
      </button>
    </Tooltip>
  )
}

function ButtonIcon({
  icon: Icon,
  isPending,
}: {
  icon: LucideIcon | undefined
  isPending: boolean
}) {
  if (isPending) return <LoaderCircle className="animate-spin" />
  return Icon === undefined ? null : <Icon />
}

/** A submit button that is blocked must not submit its form either. */
function stop(event: MouseEvent) {
  event.preventDefault()
  event.stopPropagation()
}

type IconButtonProps = Omit<Props, 'children' | 'icon' | 'tooltip'> & {
  icon: LucideIcon
  /** The name, for screen readers and the tooltip. */
  label: string
}

type ToolButtonProps = IconButtonProps & {
  /** Shown next to the icon when the surrounding bar, the container `bar`, has space. */
  name: string
  /** The name is hidden before those of the other tools. */
  isRare?: boolean
}

const namedIn = {
  bar: {
    button: '@max-[960px]/bar:aspect-square @max-[960px]/bar:px-0!',
    name: '@max-[960px]/bar:hidden',
  },
  wideBar: {
    button: '@max-[1100px]/bar:aspect-square @max-[1100px]/bar:px-0!',
    name: '@max-[1100px]/bar:hidden',
  },
} as const

/** An icon button of a tool bar: with its name on a wide bar, square on a narrow one. */
export function ToolButton({ label, name, isRare = false, className, ...rest }: ToolButtonProps) {
  const appearance = isRare ? namedIn.wideBar : namedIn.bar
  return (
    <Button
      aria-label={label}
      tooltip={label}
      variant="ghost"
      className={clsx('px-1.5!', appearance.button, className)}
      {...rest}
    >
      <span className={appearance.name}>{name}</span>
    </Button>
  )
}

/** A square button with an icon only; its label is its tooltip. */
export function IconButton({ label, variant = 'ghost', ...rest }: IconButtonProps) {
  return <Button aria-label={label} tooltip={label} variant={variant} {...rest} />
}
