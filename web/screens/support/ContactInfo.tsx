import { Anchor, Text } from '@mantine/core'
import type { Answer } from '@torniquete/contract/endpoints.ts'
import type { ReactNode } from 'react'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { contactLinks } from '../../features/contacts/contact-links.ts'
import { HelpLink } from '../../features/help/HelpLink.tsx'
import { IconMail, IconMapPin, IconPhone } from '../../kit/icons.ts'
import { QueryState } from '../../kit/LoadError.tsx'
import { Panel } from '../../kit/Panel.tsx'
import classes from './support.module.css'

/** Default address of an installation. */
const usualAddress = 'Santo Domingo'

/** Support contacts; the installation's missing ones are left out. */
export function ContactInfo() {
  const config = useEndpoint('config.read', {}, { staleTime: Number.POSITIVE_INFINITY })
  return (
    <Panel title="Contacto">{config.data ? <Contact config={config.data} /> : <QueryState queries={[config]} />}</Panel>
  )
}

function Contact({ config }: { config: Answer<'config.read'> }) {
  const { support_address: address, support_phone: phone, support_email: email, version } = config
  const [mailLink] = contactLinks({ email })
  const [phoneLink] = contactLinks({ phone })
  return (
    <>
      <address className={classes.contact}>
        <Line icon={<IconMapPin size={20} aria-hidden />}>{address ?? usualAddress}</Line>
        {phone && (
          <Line icon={<IconPhone size={20} aria-hidden />}>
            <Anchor href={phoneLink?.href}>{phone}</Anchor>
          </Line>
        )}
        {email && (
          <Line icon={<IconMail size={20} aria-hidden />}>
            <Anchor href={mailLink?.href}>{email}</Anchor>
          </Line>
        )}
      </address>
      <HelpLink>Páginas de ayuda</HelpLink>
      <Text size="sm" c="dimmed">
        Torniquete versión {version}
      </Text>
    </>
  )
}

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <p className={classes.line}>
      {icon}
      <span>{children}</span>
    </p>
  )
}
