import { Component, type ReactNode } from 'react'

interface PaperBoundaryProps {
  title: string
  content: ReactNode
}

/** Shows an error for a paper that fails to render, and keeps the page. */
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
