import type { Faker } from "@faker-js/faker";
import { chance, pick } from "./chance.ts";

/** Names in scripts that the generator doesn't spell as passports do; of women and men by turns. */
const WRITTEN: Record<string, string> = {
  zh_CN:
    "王秀英=Wang Xiuying,李强=Li Qiang,张丽娜=Zhang Lina,刘伟=Liu Wei,陈静=Chen Jing,杨浩然=Yang Haoran,赵雪=Zhao Xue,吴磊=Wu Lei,徐佳怡=Xu Jiayi,孙建国=Sun Jianguo,马芳=Ma Fang,周志强=Zhou Zhiqiang",
  ja: "佐藤陽菜=Hina Sato,鈴木健=Ken Suzuki,高橋美咲=Misaki Takahashi,田中大輔=Daisuke Tanaka,伊藤葵=Aoi Ito,小林誠=Makoto Kobayashi",
  ko: "김서연=Seoyeon Kim,이민준=Minjun Lee,박지우=Jiwoo Park,최현우=Hyunwoo Choi,정은지=Eunji Jung,윤지훈=Jihoon Yoon",
  ar: "فاطمة الحربي=Fatima Alharbi,خالد القحطاني=Khalid Alqahtani,نورة الغامدي=Noura Alghamdi,أحمد المنصوري=Ahmed Almansoori",
  he: "נועה כהן=Noa Cohen,דוד לוי=David Levi,תמר מזרחי=Tamar Mizrahi,יוסף פרץ=Yosef Peretz,מאיה ביטון=Maya Biton,אורי פרידמן=Uri Friedman",
};
/** Extreme names that lists, badges and mails must display. */
const LONG_NAMES = [
  "Wickramasinghe Mudiyanselage Chandrasekara Bandara Thilakaratne",
  "María del Pilar Fernández de Córdoba y Álvarez de Toledo",
  "Nguyễn Phúc Quỳnh Hương Công Tằng Tôn Nữ",
];

/** A traveller's name as in the order, which is sometimes in the traveller's own script, and in Latin script. */
export function makeName(faker: Faker, locale: string, sex: "female" | "male"): { full: string; latin: string } {
  const [native = "", latin = native] = chance(0.01) ? [pick(LONG_NAMES)] : spelt(faker, locale, sex);
  if (native === latin || chance(0.75)) return { full: latin, latin };
  return { full: chance(0.6) ? `${native} (${latin})` : native, latin };
}

function spelt({ person, internet }: Faker, locale: string, sex: "female" | "male"): string[] {
  const written = WRITTEN[locale]?.split(",").filter((_, index) => index % 2 === Number(sex === "male"));
  if (written !== undefined) return pick(written).split("=");
  const [firstName, lastName] = [person.firstName(sex), person.lastName(sex)];
  const native = `${firstName} ${lastName}`;
  if (/^[\p{Script=Latin}\P{L}]+$/u.test(native)) return [native];
  // User names are transliterated, with a number behind some.
  return [native, internet.username({ firstName, lastName }).replace(/\d+$/, "").replace(/[._]/, " ")];
}
