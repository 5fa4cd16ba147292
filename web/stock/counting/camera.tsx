/** Reads barcodes with the camera of the device, if the browser supports it (BarcodeDetector). */
import { Camera, CameraOff } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../shared/controls/button.tsx';

interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}
declare global {
  interface Window {
    /** Not in every browser. */
    BarcodeDetector?: new () => Detector;
  }
}

const LOOK_EVERY_MS = 150;
/** A code counts once while it remains in the picture. */
const SAME_CODE_MS = 1_500;

export function CameraScanner({ onScan }: { readonly onScan: (code: string) => void }) {
  const { t } = useTranslation();
  const [on, setOn] = useState(false);
  const [problem, setProblem] = useState<string>();
  const canRead = window.BarcodeDetector !== undefined && navigator.mediaDevices !== undefined;
  const press = () => {
    setProblem(canRead ? undefined : t('counting:no_camera'));
    setOn(canRead && !on);
  };
  return (
    <>
      <Button icon={on ? CameraOff : Camera} onClick={press} aria-pressed={on}>
        {t(on ? 'counting:camera_stop' : 'counting:camera')}
      </Button>
      {problem && (
        <p role="alert" className="basis-full text-warning-ink">
          {problem}
        </p>
      )}
      {on && (
        <Picture
          onScan={onScan}
          onFailed={(reason) => {
            setOn(false);
            setProblem(t('counting:camera_failed', { reason }));
          }}
        />
      )}
    </>
  );
}

function Picture({ onScan, onFailed }: { onScan: (code: string) => void; onFailed: (reason: string) => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const scanned = useEffectEvent(onScan);
  const failed = useEffectEvent(onFailed);
  useEffect(() => {
    let stream: MediaStream | undefined;
    let isOver = false;
    const last = { code: '', ms: 0 };
    const look = async (detector: Detector) => {
      if (isOver || !video.current) return;
      const [found] = video.current.readyState >= 2 ? await detector.detect(video.current) : [];
      const now = performance.now();
      if (found && (found.rawValue !== last.code || now - last.ms > SAME_CODE_MS)) {
        last.code = found.rawValue;
        scanned(found.rawValue);
      }
      if (found) last.ms = now;
      if (!isOver) window.setTimeout(() => look(detector).catch(stop), LOOK_EVERY_MS);
    };
    const stop = (reason: unknown) => {
      if (!isOver) failed(reason instanceof Error ? reason.message : String(reason));
    };
    const start = async () => {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      if (isOver || !video.current || !window.BarcodeDetector) return;
      video.current.srcObject = stream;
      await video.current.play();
      await look(new window.BarcodeDetector());
    };
    start().catch(stop);
    return () => {
      isOver = true;
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
  }, []);
  return (
    <video ref={video} muted playsInline className="max-h-52 w-full basis-full rounded-md bg-black object-cover" />
  );
}
