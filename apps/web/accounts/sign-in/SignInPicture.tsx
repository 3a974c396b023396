import { useText } from "../../platform/i18n.ts";
import styles from "./picture.module.css";
import {
  CURVE_HEIGHT,
  curvePoints,
  PICTURE_FRAMES,
  PICTURE_ID,
  PICTURE_MESSAGE,
  PICTURE_SPEED_KMH,
} from "./picture-data.ts";

const WIDTH = 590;
const LINE = 25;
const CURVE_TOP = 258;
const BYTES_X = 332;
const BYTE = 32;
/** The third and fourth byte hold the speed. */
const SPEED_BYTES = [2, 3];

/** Frames fade into the past, two bytes become one speed: the picture explains the product. */
export function SignInPicture() {
  const t = useText();
  const points = curvePoints(WIDTH);
  const end = CURVE_HEIGHT * (1 - PICTURE_SPEED_KMH / 100);
  return (
    <div className={styles.side}>
      <svg className={styles.drawing} viewBox={`0 0 ${WIDTH + 8} ${CURVE_TOP + CURVE_HEIGHT + 2}`} aria-hidden="true">
        {PICTURE_FRAMES.map((frame, row) => (
          <FrameLine key={frame.time} {...frame} row={row} />
        ))}
        <g transform={`translate(0 ${CURVE_TOP})`}>
          {[0, CURVE_HEIGHT / 3, (CURVE_HEIGHT * 2) / 3].map((y) => (
            <line key={y} x1="0" x2={WIDTH} y1={y} y2={y} className={styles.grid} />
          ))}
          <polygon points={`0,${CURVE_HEIGHT} ${points} ${WIDTH},${CURVE_HEIGHT}`} className={styles.area} />
          <polyline points={points} className={styles.curve} />
          <line x1="0" x2={WIDTH} y1={CURVE_HEIGHT} y2={CURVE_HEIGHT} className={styles.axis} />
          <circle cx={WIDTH} cy={end} r="4" className={styles.now} />
          <text x={WIDTH} y={end - 14} textAnchor="end" className={styles.value}>
            {t("accounts.picture.speed", { value: PICTURE_SPEED_KMH.toFixed(1) })}
          </text>
        </g>
      </svg>
      <div>
        <p className={styles.title}>{t("accounts.picture.title")}</p>
        <p className={styles.note}>{t("accounts.picture.note")}</p>
      </div>
    </div>
  );
}

function FrameLine({ time, bytes, age, row }: (typeof PICTURE_FRAMES)[number] & { row: number }) {
  const y = row * LINE + 17;
  const isNewest = age === 1;
  return (
    <g>
      <rect
        x={BYTES_X + 2 * BYTE - 6}
        y={row * LINE}
        width={2 * BYTE}
        height={LINE}
        className={isNewest ? styles.fresh : styles.column}
      />
      <g opacity={0.3 + 0.7 * age}>
        <text y={y} className={styles.time}>
          {time}
        </text>
        <text x="164" y={y} className={styles.id}>
          {PICTURE_ID}
        </text>
        <text x="228" y={y} className={styles.time}>
          {PICTURE_MESSAGE}
        </text>
        {bytes.map((byte, i) => (
          <text
            // biome-ignore lint/suspicious/noArrayIndexKey: a byte is its place in the frame
            key={i}
            x={BYTES_X + i * BYTE + 2}
            y={y}
            className={SPEED_BYTES.includes(i) ? styles.speed : styles.byte}
          >
            {byte}
          </text>
        ))}
      </g>
    </g>
  );
}
