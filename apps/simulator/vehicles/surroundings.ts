import type { SignalTable } from "../world/chassis.ts";
import type { Drive } from "../world/drive.ts";
import type { Random } from "../world/random.ts";

const OBJECTS = 16;

interface RoadUser {
  kind: number;
  /** Ahead and to the left of the car, in metres. */
  x: number;
  y: number;
  /** Its own speed along the road. */
  speedMs: number;
  seenS: number;
}

/** Objects of radar and camera: other road users that are overtaken, fall behind and are replaced. */
export class Surroundings {
  private readonly users: RoadUser[];
  private readonly random: Random;
  private readonly drive: Drive;
  private frames = 0;

  constructor(random: Random, drive: Drive) {
    this.random = random;
    this.drive = drive;
    this.users = Array.from({ length: OBJECTS }, () => this.appear());
  }

  step(dtS: number): void {
    this.frames++;
    this.users.forEach((user, i) => {
      user.x += (user.speedMs - this.drive.speedMs) * dtS;
      user.seenS += dtS;
      if (Math.abs(user.x) > 180) this.users[i] = this.appear();
    });
  }

  private appear(): RoadUser {
    const lane = this.random.whole(-1, 1);
    return {
      kind: this.random.whole(1, 4),
      x: this.random.between(15, 170),
      y: lane * 3.5 + this.random.between(-0.4, 0.4),
      speedMs: this.random.between(4, 30),
      seenS: 0,
    };
  }

  /** The nearest one in our own lane; far away when there is none. */
  private get distanceAhead(): number {
    const ahead = this.users.filter(({ x, y }) => x > 0 && Math.abs(y) < 1.5).map(({ x }) => x);
    return Math.min(300, ...ahead);
  }

  readonly signals: SignalTable = {
    AccState: () => (this.drive.phase === "moving" ? 2 : 1),
    AccSetSpeed: () => 100,
    AccDistance: () => this.distanceAhead,
    AccTargetAcceleration: () => this.drive.accelerationMs2,
    TimeGap: () => (this.drive.speedMs > 1 ? Math.min(10, this.distanceAhead / this.drive.speedMs) : 10),
    TimeToCollision: () => 25,
    FrameCounter: () => this.frames,
    LaneLeftOffset: () => 1.75,
    LaneRightOffset: () => -1.75,
    LaneLeftType: () => 2,
    LaneRightType: () => 1,
    ...Object.fromEntries(Array.from({ length: OBJECTS }, (_, i) => this.objectSignals(i)).flat()),
  };

  private objectSignals(i: number): [string, () => number][] {
    const name = `Object${String(i + 1).padStart(2, "0")}`;
    const user = (): RoadUser => this.users[i] ?? { kind: 0, x: 0, y: 0, speedMs: 0, seenS: 0 };
    return [
      [`${name}Class`, () => user().kind],
      [`${name}Quality`, () => 12],
      [`${name}X`, () => user().x],
      [`${name}Y`, () => user().y],
      [`${name}Vx`, () => user().speedMs - this.drive.speedMs],
      [`${name}Vy`, () => 0],
      [`${name}Width`, () => 1.8],
      [`${name}Age`, () => Math.min(4095, user().seenS * 10)],
    ];
  }
}
