import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { loginPath } from '../navigation/login-path.ts'
import { useDocumentTitle } from '../shell/document-title.ts'
import { PageMessage } from './PageMessage.tsx'

export function NotFoundPage() {
  useDocumentTitle('Dirección desconocida')
  return (
    <PageMessage title="Esa dirección no existe.">
      <Anchor renderRoot={(props) => <Link to={loginPath} {...props} />}>Ir al inicio</Anchor>
    </PageMessage>
  )
}
