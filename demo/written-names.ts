/** Names in their own script and as in passports. */
export type WrittenName = readonly [native: string, latin: string];

export interface WrittenNames {
  family: readonly WrittenName[];
  female: readonly WrittenName[];
  male: readonly WrittenName[];
  /** The family name comes first, without a space. */
  isFamilyFirst: boolean;
}

const pairs = (text: string): WrittenName[] =>
  text.split(" ").map((pair) => {
    const [native = "", latin = ""] = pair.split("=");
    return [native, latin];
  });

export const WRITTEN_NAMES = {
  zh: {
    family: pairs(
      "王=Wang 李=Li 张=Zhang 刘=Liu 陈=Chen 杨=Yang 赵=Zhao 黄=Huang 周=Zhou 吴=Wu 徐=Xu 孙=Sun 马=Ma 朱=Zhu 胡=Hu",
    ),
    female: pairs("秀英=Xiuying 静=Jing 丽娜=Lina 晓燕=Xiaoyan 雪=Xue 梦琪=Mengqi 婷婷=Tingting 佳怡=Jiayi 芳=Fang"),
    male: pairs("伟=Wei 强=Qiang 磊=Lei 小明=Xiaoming 浩然=Haoran 子轩=Zixuan 建国=Jianguo 志强=Zhiqiang 宇航=Yuhang"),
    isFamilyFirst: true,
  },
  ja: {
    family: pairs(
      "佐藤=Sato 鈴木=Suzuki 高橋=Takahashi 田中=Tanaka 渡辺=Watanabe 伊藤=Ito 山本=Yamamoto 中村=Nakamura 小林=Kobayashi 加藤=Kato",
    ),
    female: pairs("陽菜=Hina 結衣=Yui 美咲=Misaki 恵子=Keiko 由美=Yumi さくら=Sakura 葵=Aoi 真理子=Mariko"),
    male: pairs("翔太=Shota 健=Ken 大輔=Daisuke 拓也=Takuya 直樹=Naoki 誠=Makoto 蓮=Ren 悠斗=Yuto"),
    isFamilyFirst: true,
  },
  ko: {
    family: pairs("김=Kim 이=Lee 박=Park 최=Choi 정=Jung 강=Kang 조=Cho 윤=Yoon 장=Jang 임=Lim"),
    female: pairs("서연=Seoyeon 지우=Jiwoo 수빈=Subin 은지=Eunji 하은=Haeun 민지=Minji"),
    male: pairs("민준=Minjun 서준=Seojun 지훈=Jihoon 현우=Hyunwoo 동현=Donghyun 성민=Sungmin"),
    isFamilyFirst: true,
  },
  ar: {
    family: pairs(
      "الحربي=Alharbi القحطاني=Alqahtani الغامدي=Alghamdi الشهري=Alshehri الزهراني=Alzahrani المنصوري=Almansoori الشامسي=Alshamsi",
    ),
    female: pairs("فاطمة=Fatima نورة=Noura سارة=Sara ريم=Reem عائشة=Aisha"),
    male: pairs("محمد=Mohammed عبدالله=Abdullah خالد=Khalid فهد=Fahad سعود=Saud أحمد=Ahmed"),
    isFamilyFirst: false,
  },
  he: {
    family: pairs("כהן=Cohen לוי=Levi מזרחי=Mizrahi פרץ=Peretz ביטון=Biton אברהם=Avraham פרידמן=Friedman"),
    female: pairs("נועה=Noa תמר=Tamar מאיה=Maya יעל=Yael שירה=Shira"),
    male: pairs("דוד=David איתי=Itai יוסף=Yosef אורי=Uri דניאל=Daniel עומר=Omer"),
    isFamilyFirst: false,
  },
} as const satisfies Record<string, WrittenNames>;

/** Two naming conventions that the name generator lacks. */
export const LATIN_NAMES = {
  en_SG: {
    family: ["Tan", "Lim", "Lee", "Ng", "Wong", "Chua", "Goh", "binti Rahman", "bin Ismail", "Krishnan", "Subramaniam"],
    given: ["Wei Ling", "Jun Hao", "Nurul", "Ahmad Faiz", "Priya", "Kumaran", "Siew Mei", "Kai Xiang", "Hui Min"],
  },
  dv: {
    family: ["Rasheed", "Ibrahim", "Naseem", "Shareef", "Waheed", "Didi", "Manik"],
    given: ["Aishath", "Mariyam", "Hassan", "Ali", "Fathimath", "Hussain", "Ahmed"],
  },
} as const;

/** Extreme names that lists, badges and mails must display. */
export const LONG_NAMES = [
  "Wickramasinghe Mudiyanselage Chandrasekara Bandara Thilakaratne",
  "María del Pilar Fernández de Córdoba y Álvarez de Toledo",
  "Maximiliane Friederike Hohenberg-Sonnenschein von der Altstadt",
  "Venkatanarasimharajuvaripeta Subrahmanya Satyanarayana Sarma",
  "João Guilherme dos Santos Albuquerque de Vasconcelos e Figueiredo",
  "Nguyễn Phúc Quỳnh Hương Công Tằng Tôn Nữ",
] as const;
