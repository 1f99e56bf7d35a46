import { Box } from '@mantine/core'
import { PageHeader } from '../../shell/PageHeader.tsx'
import picture from './coming-soon.svg?raw'

export function IaPage() {
  return (
    <>
      <PageHeader />
      <Box
        w="min(100%, 52rem, calc((100dvh - 9rem) * 1.2))"
        miw="min(100%, 18rem)"
        mx="auto"
        lh={0}
        role="img"
        aria-label="Próximamente: inteligencia artificial para tu gimnasio"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own file, inline so that it follows the colour scheme.
        dangerouslySetInnerHTML={{ __html: picture }}
      />
    </>
  )
}
