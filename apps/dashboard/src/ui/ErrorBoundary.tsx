import { Component, type ReactNode } from 'react'

type Props = {
  renderError: (error: Error, reset: () => void) => ReactNode
  onReset?: (() => void) | undefined
  /** The boundary resets its error when this changes, for example with the URL. */
  resetKey?: string | undefined
  children: ReactNode
}

type State = { error: Error | undefined; resetKey: string | undefined }

async function report(error: Error) {
  const { reportException } = await import('../lib/network/error-tracking.ts')
  reportException(error)
}

/** Contains a failure within its panel. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: undefined, resetKey: this.props.resetKey }

  static getDerivedStateFromError(thrown: unknown): Partial<State> {
    return { error: thrown instanceof Error ? thrown : new Error(String(thrown)) }
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    if (props.resetKey === state.resetKey) return null
    return { error: undefined, resetKey: props.resetKey }
  }

  override componentDidCatch(error: unknown) {
    // Answers of the server are no faults of the dashboard.
    if (!(error instanceof Error) || error.name === 'ApiError') return
    void report(error)
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
