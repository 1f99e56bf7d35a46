import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useEndpoint } from '../../api/use-endpoint.ts'
import type { safeLink } from '../../features/contacts/contact-links.ts'
import { FirstLogin } from './FirstLogin.tsx'

interface BelowFormProps {
  icon: ReactNode
  safeLink: typeof safeLink
}

export const BelowForm = (props: BelowFormProps) => (
  <>
    <FirstLogin />
    <LandingLink {...props} />
  </>
)

const defaultLanding = '/landing'

/**
 * Back to the page that presents the product; its address is the installation's. Asked until the server answers, which
 * is how the login page notices that it does again.
 */
function LandingLink({ icon, safeLink }: BelowFormProps) {
  const config = useEndpoint('config.read', {}, { staleTime: Number.POSITIVE_INFINITY, retryForever: true })
  const given = config.data?.landing_url || defaultLanding
  const href = given.startsWith('/') ? given : (safeLink(given) ?? defaultLanding)
  return (
    <Button component="a" href={href} variant="subtle" color="gray" leftSection={icon}>
      Volver a la página de inicio
    </Button>
  )
}
