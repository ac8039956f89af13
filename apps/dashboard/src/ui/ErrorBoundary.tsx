import { Component, type ReactNode } from 'react'

type Props = {
  renderError: (error: Error, reset: () => void) => ReactNode
  onReset?: (() => void) | undefined
  /** The boundary forgets its error when this changes, for example with the URL. */
  resetKey?: string | undefined
  children: ReactNode
}

type State = { error: Error | undefined; resetKey: string | undefined }

/** Keeps a failure inside its panel. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: undefined, resetKey: this.props.resetKey }

  static getDerivedStateFromError(thrown: unknown): Partial<State> {
    return { error: thrown instanceof Error ? thrown : new Error(String(thrown)) }
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    if (props.resetKey === state.resetKey) return null
    return { error: undefined, resetKey: props.resetKey }
  }

  reset = () => {
    this.props.onReset?.()
    this.setState({ error: undefined })
  }

  override render() {
    const { error } = this.state
    return error === undefined ? this.props.children : this.props.renderError(error, this.reset)
  }
}
