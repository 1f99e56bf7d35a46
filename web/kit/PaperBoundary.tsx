import { Component, type ReactNode } from 'react'

interface PaperBoundaryProps {
  title: string
  content: ReactNode
}

/** A paper that cannot be drawn says so: beyond it the page stays, with all that is written there. */
export class PaperBoundary extends Component<PaperBoundaryProps, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError = () => ({ failed: true })
  override render() {
    return this.state.failed ? (
      <p data-unprintable>«{this.props.title}» no se pudo preparar para imprimir.</p>
    ) : (
      this.props.content
    )
  }
}
