import { Anchor, Text } from '@mantine/core'
import { IconMail, IconMapPin, IconPhone } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { contactLinks } from '../../features/contacts/contact-links.ts'
import { Panel } from '../../kit/Panel.tsx'
import classes from './support.module.css'

/** Where an installation names no address of its own. */
const usualAddress = 'Santo Domingo'

/** Whom to call or write; what this installation does not name is left out. */
export function ContactInfo() {
  const config = useEndpoint('config.read', {}, { staleTime: Number.POSITIVE_INFINITY })
  const { support_address: address, support_phone: phone, support_email: email } = config.data ?? {}
  const [mailLink] = contactLinks({ email })
  const [phoneLink] = contactLinks({ phone })
  return (
    <Panel title="Contacto">
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
      <Text size="sm" c="dimmed">
        Torniquete {config.data && `versión ${config.data.version}`}
      </Text>
    </Panel>
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
