import { Group, NativeSelect } from '@mantine/core'
import { parseSocialLinks } from '@torniquete/contract/shared/schemas.ts'
import { useState } from 'react'
import { IconExternalLink } from '../../kit/icons.ts'
import kit from '../../kit/kit.module.css'
import { listContactLinks, toSafeUrl } from './contact-links.ts'

interface Reachable {
  name: string
  email: string | null
  phone_number: string | null
  social_link: string | null
}

/** Lets the user choose and open one of a contact's links; only http(s), mailto and tel addresses can be opened. */
export function ContactSelector({ name, email, phone_number, social_link }: Reachable) {
  const [chosen, setChosen] = useState(0)
  const links = listContactLinks({ email, phone: phone_number, social: parseSocialLinks(social_link) })
  const link = links[chosen] ?? links[0]
  if (!link) return <span className={kit.muted}>Sin contacto</span>
  return (
    <Group display="inline-flex" gap="0.25rem" wrap="nowrap">
      <NativeSelect
        size="sm"
        maw="8rem"
        aria-label={`Contacto de ${name}`}
        data={links.map(({ label }, index) => ({ value: String(index), label }))}
        value={chosen}
        onChange={(event) => setChosen(Number(event.currentTarget.value))}
      />
      <a
        className={kit.action}
        data-color="teal"
        href={toSafeUrl(link.href) ?? undefined}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={`Abrir ${link.label} de ${name}`}
      >
        <IconExternalLink size={20} aria-hidden />
      </a>
    </Group>
  )
}

export function PhoneOrEmailLink({ phone, email }: { phone?: string | null; email?: string | null }) {
  const [link] = listContactLinks({ phone, email })
  if (!link) return '—'
  return (
    <a href={link.href} className={phone ? kit.number : kit.address}>
      {phone ?? email}
    </a>
  )
}

/** Contact in a printed list: only the e-mail address may wrap. */
export function PrintedContact({ phone, email }: { phone: string | null; email: string | null }) {
  if (!phone && !email) return '—'
  return (
    <>
      {phone && <div className={kit.number}>{phone}</div>}
      {email && <div className={kit.address}>{email}</div>}
    </>
  )
}
