import { ActionIcon, Group, NativeSelect } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useState } from 'react'
import { type ContactLink, safeLink } from './contact-links.ts'
import classes from './kit.module.css'

/** Picks one of somebody's links and opens it; a link that is no http(s), mailto or tel address is never opened. */
export function ContactSelector({ name, links }: { name: string; links: readonly ContactLink[] }) {
  const [chosen, setChosen] = useState(0)
  const link = links[chosen] ?? links[0]
  const href = link && safeLink(link.href)
  if (!link) return <span className={classes.muted}>Sin contacto</span>
  return (
    <Group gap={4} wrap="nowrap">
      <NativeSelect
        size="sm"
        w={118}
        aria-label={`Contacto de ${name}`}
        data={links.map((each, index) => ({ value: String(index), label: each.label }))}
        value={String(chosen)}
        onChange={(event) => setChosen(Number(event.currentTarget.value))}
      />
      <ActionIcon
        component="a"
        variant="subtle"
        size="lg"
        href={href ?? undefined}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={`Abrir ${link.label} de ${name}`}
      >
        <IconExternalLink size={20} aria-hidden />
      </ActionIcon>
    </Group>
  )
}
