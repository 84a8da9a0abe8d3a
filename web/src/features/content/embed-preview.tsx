import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import type { Content } from '../../kit/api/schema.gen'
import classes from './content-form.module.css'

type Props = { code: string; shape: Content['embed_classes'] }

/** EmbedPreview shows embed code in a frame isolated from the console: never add allow-same-origin. */
export function EmbedPreview({ code, shape }: Props) {
  const [debouncedCode] = useDebouncedValue(code.trim(), 600)
  if (!debouncedCode) return null
  return (
    <div>
      <p className={classes.previewHead}>Preview</p>
      <Frame key={`${shape} ${debouncedCode}`} code={debouncedCode} shape={shape} />
    </div>
  )
}

/** Frame is reloaded for each code, so that no script of the previous one keeps running. */
function Frame({ code, shape }: Props) {
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    const sendCode = ({ source, data }: MessageEvent) => {
      const frameWindow = frame.current?.contentWindow
      // The sandboxed frame has an opaque origin, hence '*'. It only receives the code typed here.
      if (frameWindow && source === frameWindow && data === 'ready') frameWindow.postMessage({ code, fill: shape !== '' }, '*')
    }
    addEventListener('message', sendCode)
    return () => removeEventListener('message', sendCode)
  }, [code, shape])
  return (
    <iframe
      ref={frame}
      className={classes.preview}
      data-shape={shape}
      title="Embed code preview"
      sandbox="allow-scripts allow-popups allow-presentation"
      src="/embed-preview"
    />
  )
}
